import { expect, test } from 'vitest'
import { anOrganization, aTester } from '../../../../test/support/data/organizations.ts'
import { aPerson } from '../../../../test/support/data/people.ts'
import { aPersonWithPassword, aSignInNode } from '../../../../test/support/data/sign-ins.ts'
import { aDatabase } from '../../../../test/support/processes/queue-node.ts'
import type { MailKind, OutboxMail } from '../../../notifications/pure.ts'
import { accounts } from '../../../organizations/index.ts'
import { systemClock } from '../../../platform/clock/clock.ts'
import { peopleMailComposers } from './composers.ts'
import { writeLinkMail } from './link-mail.ts'

const { database } = await aDatabase()
const node = { ...aSignInNode(database), clock: systemClock }
await anOrganization({ database }, 'shop', { name: 'Café Bar' })
const config = { baseUrl: 'https://pay.example.com' }
const composers = peopleMailComposers({
  ...{ ...node, config, isSandbox: false },
  languageOf: async () => 'de-DE' as const,
})

async function mailTo(address: string): Promise<OutboxMail> {
  const { rows } = await database.pool.query<{ kind: MailKind; payload: OutboxMail['payload'] }>(
    'select kind, payload from mail_outbox where recipient_address = $1',
    [address],
  )
  const { kind = 'invitation', payload = {} } = rows[0] ?? {}
  const about = { organizationId: 'shop', mailId: 'm', subject: 's', cause: 'c', createdAt: systemClock.now() }
  return { ...about, kind, payload, recipient: { name: undefined, address } }
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

test('a reset is in the person’s language, and is not sent any more once its link is used', async () => {
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
