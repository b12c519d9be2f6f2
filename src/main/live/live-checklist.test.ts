import { expect, test } from 'vitest'
import { invalid } from '../../kernel/reading/reading.ts'
import { liveChecklist } from './live-checklist.ts'

const READY = {
  problems: [],
  baseUrl: 'https://pay.example.com',
  smtpUrl: 'smtps://user:word@mail.example.com:465',
  hasOwnSecretKey: true,
  secretKeyFile: '/data/secret.key',
  backupTo: '/backups',
  processors: ['acquirer'],
}
const BARE = {
  ...READY,
  problems: [invalid('QUITTANCE_BASE_URL', 'must be an https URL in live mode')],
  smtpUrl: undefined,
  hasOwnSecretKey: false,
  backupTo: undefined,
  processors: [],
}

test('the checklist says which steps are done, which are to do, and which only a person can tell', () => {
  const states = [READY, BARE].map((facts) => liveChecklist(facts).map(({ name, state }) => [name, state]))

  expect(states).toEqual([
    [
      ['TLS', 'done'],
      ['mail server', 'done'],
      ['secret key', 'check'],
      ['backup', 'check'],
      ['processor', 'done'],
    ],
    [
      ['TLS', 'to do'],
      ['mail server', 'to do'],
      ['secret key', 'to do'],
      ['backup', 'to do'],
      ['processor', 'to do'],
    ],
  ])
})

test('the checklist names settings and files, and no password', () => {
  const messages = [READY, BARE].flatMap(liveChecklist).map(({ message }) => message)

  expect(messages.join('\n')).toMatch(/QUITTANCE_BASE_URL must be an https URL[\s\S]*secret\.key/)
  expect(messages.join('\n')).not.toContain('word')
})
