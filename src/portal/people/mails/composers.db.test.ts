import { describe, expect, test } from 'vitest'
import { anOrganization, aTester } from '../../../../test/support/data/organizations.ts'
import { aPerson } from '../../../../test/support/data/people.ts'
import { aPersonWithPassword, aSignInNode } from '../../../../test/support/data/sign-ins.ts'
import { aDatabase } from '../../../../test/support/processes/queue-node.ts'
import type { Mode } from '../../../kernel/mode.ts'
import type { MailKind, OutboxMail } from '../../../notifications/pure.ts'
import { accounts } from '../../../organizations/index.ts'
import { INSTALLATION } from '../../../organizations/pure.ts'
import { systemClock } from '../../../platform/clock/clock.ts'
import { peopleMailComposers } from './composers.ts'
import { writeLinkMail } from './link-mail.ts'
import { securityNotices } from './notice-mail.ts'

const { database } = await aDatabase()
const nodeIn = (mode: Mode, smtpUrl: string | undefined = 'smtp://127.0.0.1:1') => {
  const own = { clock: systemClock, mode, config: { smtpUrl } }
  return { ...aSignInNode(database), ...own, tellPerson: securityNotices(own) }
}
const node = nodeIn('sandbox')
await anOrganization({ database }, 'shop', { name: 'Café Bar' })
const config = { baseUrl: 'https://pay.example.com' }
const composers = peopleMailComposers({
  ...{ ...node, config, isSandbox: false },
  languageOf: async (organizationId) => (organizationId === INSTALLATION ? 'en-US' : 'de-DE'),
})

async function mailsTo(address: string): Promise<readonly OutboxMail[]> {
  const { rows } = await database.pool.query<{ owner: string; kind: MailKind; payload: OutboxMail['payload'] }>(
    `select organization_id as owner, kind, payload from mail_outbox where recipient_address = $1
     order by created_at, mail_id`,
    [address],
  )
  const about = { mailId: 'm', subject: 's', cause: 'c', createdAt: systemClock.now() }
  return rows.map(({ owner: organizationId, kind, payload }) => ({
    ...{ ...about, organizationId, kind, payload, recipient: { name: undefined, address } },
  }))
}
async function mailTo(address: string): Promise<OutboxMail> {
  const [mail] = await mailsTo(address)
  if (mail === undefined) throw new Error(`There is no mail to ${address}.`)
  return mail
}

test('an invitation is in the organization’s language, with a link and without addresses in the name of its sender', async () => {
  const inviter = await aPerson({ database }, { name: 'Ada www.evil.example', roles: { shop: 'owner' } })
  const invited = await accounts.invitePerson(
    node,
    { organizationId: 'shop', by: aTester },
    { email: 'new@shop.example', name: '', role: 'viewer' },
    (tx, sent) => writeLinkMail(tx, node, sent, { kind: 'invitation', invitedBy: inviter.personId }),
  )
  const mail = await mailTo('new@shop.example')

  const composed = await composers.invitation(mail)

  expect(composed).toMatchObject({ language: 'de-DE', subject: 'Einladung zu Café Bar' })
  expect(composed?.text).toContain(`https://pay.example.com/invitation?token=${invited.link.token}`)
  expect(composed?.text).toContain('Ada hat Sie eingeladen')
  expect(composed?.text).not.toContain('evil')
  expect(JSON.stringify(mail.payload)).not.toContain(invited.link.token)
})

describe('a reset', () => {
  test('is in the person’s language, and is not sent any more once its link is used', async () => {
    const { personId, email } = await aPersonWithPassword({ database }, { roles: { shop: 'viewer' } })
    await accounts.changeProfile(node, personId, { language: 'fr-FR' })
    let token = ''
    await accounts.requestReset(node, email, async (tx, sent) => {
      token = sent.link.token
      await writeLinkMail(tx, node, sent, { kind: 'password-reset', language: 'ja-JP' })
    })
    const mail = await mailTo(email)

    const before = await composers['password-reset'](mail)
    await accounts.completeReset(node, { token, password: 'quiet harbor 1907', network: '192.0.2.1' })

    expect(before).toMatchObject({ language: 'fr-FR', subject: 'Choisissez un nouveau mot de passe' })
    expect(before?.text).toContain(`https://pay.example.com/reset/new?token=${token}`)
    expect(await composers['password-reset'](mail)).toBeUndefined()
  })

  test('is the installation’s mail, except in a sandbox, whose inbox belongs to an organization', async () => {
    const owners = []
    for (const [mode, roles] of [
      ['live', { shop: 'viewer' }],
      ['sandbox', { shop: 'viewer' }],
      ['sandbox', {}],
    ] as const) {
      const { email } = await aPersonWithPassword({ database }, { roles })
      const deps = nodeIn(mode)
      await accounts.requestReset(deps, email, (tx, sent) => writeLinkMail(tx, deps, sent, { kind: 'password-reset' }))
      const mail = await mailTo(email)
      owners.push([mail.organizationId, (await composers['password-reset'](mail))?.language])
    }

    expect(owners).toEqual([
      [INSTALLATION, 'de-DE'],
      ['shop', 'de-DE'],
      [INSTALLATION, 'en-US'],
    ])
  })
})

describe('a security notice', () => {
  const kindsTo = async (address: string) => (await mailsTo(address)).map(({ payload }) => payload['event'])
  const visit = { device: 'Firefox on Linux', network: '192.0.2.7', code: undefined, isKept: false }
  const signIn = (email: string, deviceCookie?: string) =>
    accounts.signIn(node, { ...visit, email, password: 'zeppelin garden 41', deviceCookie })

  test('tells of a new browser, once', async () => {
    const { email } = await aPersonWithPassword({ database }, { roles: { shop: 'viewer' } })

    const { deviceCookie } = await signIn(email)
    await signIn(email, deviceCookie)

    expect(await kindsTo(email)).toEqual(['new-browser'])
    const composed = await composers['security-notice'](await mailTo(email))
    expect(composed).toMatchObject({ language: 'de-DE', subject: 'Anmeldung in einem neuen Browser' })
    expect(composed?.text).toMatch(/Firefox on Linux\n[\s\S]*192\.0\.2\.7/)
    expect(composed?.text).toContain('https://pay.example.com/reset')
  })

  test('tells of at most five new browsers a day', async () => {
    const { email } = await aPersonWithPassword({ database }, { roles: { shop: 'viewer' } })

    for (let count = 0; count < 6; count += 1) await signIn(email)

    expect(await kindsTo(email)).toHaveLength(5)
  })

  test('tells of a changed password, of codes that the operator turned off, and of an access that ended', async () => {
    const person = await aPersonWithPassword({ database }, { roles: { shop: 'viewer' } })
    const { personId, email } = person
    const { session } = await signIn(email)
    await accounts.changePassword(
      node,
      { person, session },
      { currentPassword: 'zeppelin garden 41', newPassword: 'quiet harbor 1907' },
    )
    await database.pool.query(
      `update persons set codes_secret = 'x', codes_confirmed_at = now() where person_id = $1`,
      [personId],
    )
    await accounts.removeCodes(node, personId, { by: aTester })
    await accounts.removeCodes(node, personId, { by: aTester })
    await accounts.setPersonStatus(node, aTester, { personId, status: 'DISABLED' })
    await accounts.setPersonStatus(node, aTester, { personId, status: 'ACTIVE' })

    expect(await kindsTo(email)).toEqual(['new-browser', 'password-changed', 'codes-turned-off', 'access-ended'])
    const texts = await Promise.all((await mailsTo(email)).map(composers['security-notice']))
    expect(texts.map((composed) => composed?.text.includes('https://pay.example.com/reset'))).toEqual([
      ...[true, true, true, false],
    ])
  })

  test('is not written in live mode without a mail server, nor to the person of a sandbox', async () => {
    const { personId, email } = await aPersonWithPassword({ database }, { roles: { shop: 'viewer' } })
    const sandboxPerson = await aPersonWithPassword({ database }, { email: 'owner@sandbox.example' })
    const live = { clock: systemClock, mode: 'live', config: { smtpUrl: undefined } } as const
    const silent = { ...node, tellPerson: securityNotices(live) }

    await accounts.setPersonStatus(silent, aTester, { personId, status: 'DISABLED' })
    await signIn(sandboxPerson.email)

    expect([await kindsTo(email), await kindsTo(sandboxPerson.email)]).toEqual([[], []])
  })
})
