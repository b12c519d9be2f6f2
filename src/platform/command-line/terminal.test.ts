import { expect, test } from 'vitest'
import { table } from './terminal.ts'

test('columns are as wide as their widest cell and lines end where their text ends', () => {
  const text = table([
    ['ok', 'postgres', 'PostgreSQL 18'],
    ['FAILED', 'mail', ''],
  ])

  expect(text).toBe('ok      postgres  PostgreSQL 18\nFAILED  mail')
})

test('each row is one line, whatever its cells contain', () => {
  const text = table([
    ['to', 'reason'],
    ['jane@example.org', '550 no such\r\nuser \u001B[31m'],
    ['joe@example.org', '\u0007'],
  ])

  expect(text.split('\n')).toEqual([
    'to                reason',
    'jane@example.org  550 no such??user ?[31m',
    'joe@example.org   ?',
  ])
})
