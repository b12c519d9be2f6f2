import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { indented } from '../indented.ts'
import { curlOf } from './curl.ts'
import { requestSearch } from './filters.ts'

test('a request is a command that a shell reads as it was sent', () => {
  const requestBody = `{"name":"O'Brien & \\"Söhne\\" $HOME \`x\`"}`
  const command = curlOf({ method: 'POST', path: "/a?b='c'&d=%20", requestBody }, 'https://pay.example')
  // The shell splits it into arguments.
  const script = `curl() { printf '%s\\n' "$@"; }\nQUITTANCE_KEY=k\n${command}`

  expect(execFileSync('sh', ['-c', script]).toString().split('\n').slice(0, -1)).toEqual([
    ...['-X', 'POST', "https://pay.example/a?b='c'&d=%20", '-H', 'Authorization: Bearer k'],
    ...['-H', 'Content-Type: application/json', '-d', requestBody],
  ])
})

test('reading has neither a method nor a body', () => {
  expect(curlOf({ method: 'GET', path: '/a', requestBody: null }, 'https://pay.example')).toBe(
    `curl 'https://pay.example/a' \\\n  -H "Authorization: Bearer $QUITTANCE_KEY"`,
  )
})

test('a body is shown in lines, unless it was cut', () => {
  expect([indented('{"a":1}'), indented('{"a":')]).toEqual(['{\n  "a": 1\n}', '{"a":'])
})

test('the address keeps what it understands', () => {
  const address = { outcome: 'failed', method: 'POST', search: 'invoices', selected: '12' }

  expect(requestSearch(address)).toEqual(address)
  expect(requestSearch({ outcome: 'x', method: 'TRACE', search: '', selected: '-1' })).toEqual({})
})
