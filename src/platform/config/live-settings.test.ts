import { expect, test } from 'vitest'
import { sentenceOf } from '../../kernel/reading/fault.ts'
import { liveProblems } from './live-settings.ts'

const secure = {
  baseUrl: 'https://pay.example.com',
  databaseUrl: undefined,
  clickhouseUrl: undefined,
  smtpUrl: undefined,
  plaintextAllowed: [],
}
const fieldsOf = (given: object) => liveProblems({ ...secure, ...given }).map(({ field }) => field)

test.each([
  ['no other servers', {}],
  ['PostgreSQL on this machine', { databaseUrl: 'postgres://u:p@127.0.0.1/d' }],
  ['PostgreSQL on this machine by its name', { databaseUrl: 'postgres://u:p@localhost:5433/d' }],
  ['PostgreSQL on this machine by IPv6', { databaseUrl: 'postgres://u:p@[::1]/d' }],
  ['PostgreSQL by a socket', { databaseUrl: 'postgres:///d?host=/var/run/postgresql' }],
  ['PostgreSQL with a verified certificate', { databaseUrl: 'postgres://u:p@db.example/d?sslmode=verify-full' }],
  ['PostgreSQL with ssl=true', { databaseUrl: 'postgresql://u:p@db.example/d?ssl=true' }],
  ['ClickHouse by https', { clickhouseUrl: 'https://u:p@ch.example:8443/d' }],
  ['ClickHouse on this machine', { clickhouseUrl: 'http://127.0.0.1:8123' }],
  ['mail by smtps', { smtpUrl: 'smtps://u:p@mail.example' }],
  ['mail that requires TLS', { smtpUrl: 'smtp://u:p@mail.example:587?requireTLS=true' }],
])('live mode accepts %s', (_, given) => {
  expect(fieldsOf(given)).toEqual([])
})

test.each([
  ['PostgreSQL', 'postgres', { databaseUrl: 'postgres://u:p@db.example/d' }, 'DATABASE_URL'],
  [
    'PostgreSQL, TLS disabled',
    'postgres',
    { databaseUrl: 'postgres://u:p@10.0.0.7/d?sslmode=disable' },
    'DATABASE_URL',
  ],
  ['PostgreSQL, ssl=false', 'postgres', { databaseUrl: 'postgres://u:p@10.0.0.7/d?ssl=false' }, 'DATABASE_URL'],
  [
    'PostgreSQL by a host in the query',
    'postgres',
    { databaseUrl: 'postgres://u:p@localhost/d?host=db.example' },
    'DATABASE_URL',
  ],
  ['a name that begins like loopback', 'postgres', { databaseUrl: 'postgres://127.0.0.1.example/d' }, 'DATABASE_URL'],
  ['ClickHouse', 'clickhouse', { clickhouseUrl: 'http://u:p@ch.example:8123/d' }, 'CLICKHOUSE_URL'],
  ['mail', 'smtp', { smtpUrl: 'smtp://u:p@mail.example' }, 'SMTP_URL'],
])('live mode refuses %s in plain text unless %s is allowed', (_, kind, given, field) => {
  expect(fieldsOf(given)).toEqual([field])
  expect(fieldsOf({ ...given, plaintextAllowed: [kind] })).toEqual([])
})

test('the refusal says what to do and does not repeat the address', () => {
  const problems = liveProblems({ ...secure, databaseUrl: 'postgres://u:geheim@db.example/d' })

  expect(problems.map(sentenceOf)).toEqual([
    'must use TLS in live mode: add ?sslmode=verify-full, or name postgres in QUITTANCE_ALLOW_PLAINTEXT',
  ])
})
