import { expect, test } from 'vitest'
import { BASE_URL, startApp } from '../../../../test/support/apps/app.ts'
import { anOrganization } from '../../../../test/support/data/organizations.ts'
import { aSession } from '../../../../test/support/data/people.ts'
import { aPersonWithPassword } from '../../../../test/support/data/sign-ins.ts'
import { quittance } from '../../../../test/support/processes/command.ts'
import { accounts } from '../../../organizations/index.ts'

const app = await startApp()
const { database } = app
await anOrganization({ database }, 'shop')

async function users(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  return quittance(['users', ...args], {
    QUITTANCE_DATA_DIR: app.stores.folder.path,
    QUITTANCE_BASE_URL: BASE_URL,
    DATABASE_URL: app.stores.databaseUrl(),
    // The key of `testSecrets`.
    QUITTANCE_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
    QUITTANCE_LOG_LEVEL: 'silent',
    ...environment,
  })
}
const MAIL_SERVER = { SMTP_URL: 'smtp://127.0.0.1:1', QUITTANCE_MAIL_FROM: 'billing@shop.example' }
const inShop = ['--organization', 'shop', '--role', 'owner']
const mailsTo = async (address: string) =>
  (await database.pool.query('select kind from mail_outbox where recipient_address = $1', [address])).rows

test('an invitation is printed as a link, or mailed where there is a mail server', async () => {
  const created = await users(['create', 'ada@shop.example', ...inShop])
  const [link = ''] = /https:\S+/.exec(created.out) ?? []
  const invitation = await accounts.getInvitation(
    { database, machineClock: app.machineClock },
    new URL(link).searchParams.get('token') ?? '',
  )
  const mailed = await users(['invite', 'grace@shop.example', ...inShop], MAIL_SERVER)

  expect(link.startsWith(`${BASE_URL}/invitation?token=`)).toBe(true)
  expect(invitation).toMatchObject({ account: { email: 'ada@shop.example' }, membership: { role: 'owner' } })
  expect(mailed.out).toContain('The link is in the mail')
  expect(await mailsTo('grace@shop.example')).toEqual([{ kind: 'invitation' }])
  expect(await mailsTo('ada@shop.example')).toEqual([])
  const refused = await users(['create', 'x', '--organization', 'shop', '--role', 'king'])
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('--role')])
  expect((await users(['create', 'x@shop.example'])).err).toContain('--organization is required')
})

test('users are listed with role and status, and disabled, and let in again', async () => {
  const { email } = await aPersonWithPassword({ database }, { roles: { shop: 'clerk' } })
  const person = await accounts.getAccount({ database }, email)
  const { session } = await aSession({ database }, person, { baseUrl: BASE_URL })

  expect((await users(['list'])).out).toMatch(new RegExp(`${email} +Ada Lovelace +shop +clerk +ACTIVE +off`))
  const listed = JSON.parse((await users(['list', '--organization', 'shop', '--json'])).out)
  expect(listed.users).toContainEqual(expect.objectContaining({ email, role: 'clerk', status: 'ACTIVE' }))
  const sessions = JSON.parse((await users(['sessions', email, '--json'])).out)
  expect(sessions.sessions).toMatchObject([{ sessionId: session.sessionId, device: 'Firefox on Linux' }])
  expect((await users(['disable', email])).out).toContain('cannot sign in any more')
  expect((await users(['sessions', email])).out).toContain('is not signed in')
  expect((await users(['disable', email, '--undo'])).out).toContain('can sign in again')
  expect((await users(['disable', 'nobody@shop.example'])).err).toContain('No person has the address')
})

test('the operator changes roles, ends sessions, and resets a password and lost codes', async () => {
  const { email, personId } = await aPersonWithPassword({ database }, { roles: { shop: 'viewer' } })
  await aSession({ database }, { personId }, { baseUrl: BASE_URL })

  expect((await users(['roles'])).out).toMatch(/^ROLE +PERMISSIONS\nowner +invoices, /)
  const changed = await users(['roles', email, '--organization', 'shop', '--role', 'analyst', '--json'])
  expect(JSON.parse(changed.out)).toMatchObject({ email, organizationId: 'shop', role: 'analyst' })
  expect((await users(['sessions', email, '--end'])).out).toContain('Ended 1 session')
  const reset = JSON.parse((await users(['reset', email, '--codes', '--json'])).out)
  expect(reset).toMatchObject({ email, codesTurnedOff: false })
  expect(reset.link).toContain(`${BASE_URL}/reset/new?token=`)
})
