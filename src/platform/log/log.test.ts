import { expect, test } from 'vitest'
import { createLogger } from './log.ts'

function recordingLogger() {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  return { log: createLogger({ level: 'info', destination }), lines }
}

test('a line is JSON with a level in words, an ISO time and the bindings of its child', () => {
  const { log, lines } = recordingLogger()

  log.child({ requestId: 'r1' }).info({ invoiceId: 'i1' }, 'invoice sent')

  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'info',
    requestId: 'r1',
    invoiceId: 'i1',
    msg: 'invoice sent',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  })
})

test('no secret reaches the line through message, bindings, nested values or an error', () => {
  const { log, lines } = recordingLogger()
  const cause = new Error('postgres://app:hunter2@db/app refused card 4111 1111 1111 1111')

  log
    .child({ session: { cookie: 'hunter2' } })
    .error({ err: new Error('failed', { cause }), headers: { authorization: 'hunter2' } }, 'bearer hunter2hunter2')

  expect(lines.join('')).not.toMatch(/hunter2|4111/)
  expect(lines.join('')).toContain('failed')
})
