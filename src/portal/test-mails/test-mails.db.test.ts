import { afterAll, expect, test } from 'vitest'
import { BASE_URL, startApp } from '../../../test/support/apps/app.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { aPerson, aSession } from '../../../test/support/data/people.ts'
import { sendAs } from '../../../test/support/http/send-request.ts'
import type { OutboxMail } from '../../notifications/pure.ts'
import { listAudit } from '../../organizations/audit/audit-store.ts'
import type { Role } from '../../organizations/users/role.ts'
import { PrintedPdfs } from '../../platform/pdf/printed-pdfs.ts'
import { testMailComposer } from './compose-test-mail.ts'
import { TESTS_PER_HOUR } from './send-test-mail.ts'

const app = await startApp()
const { database, clock } = app
const pdfs = new PrintedPdfs()
afterAll(() => pdfs.close())

/** Somebody who asks for test mails. */
async function signedIn(role: Role, organizationId: string) {
  const person = await aPerson(app, { roles: { [organizationId]: role } })
  const { headers } = await aSession(app, person, { baseUrl: BASE_URL })
  const path = `/portal/v1/test-mails?organizationId=${organizationId}`
  return { ...person, ask: () => sendAs(app.port, undefined, { method: 'POST', path, headers, body: {} }) }
}

async function mailsOf(organizationId: string): Promise<readonly OutboxMail[]> {
  const { rows } = await database.pool.query(
    `select organization_id as "organizationId", mail_id as "mailId", kind, subject, cause, payload,
      created_at as "createdAt", json_build_object('name', recipient_name, 'address', recipient_address) as recipient
      from mail_outbox where organization_id = $1`,
    [organizationId],
  )
  return rows
}

test('a test mail goes to the person alone and shows a sample with the saved settings', async () => {
  const shop = await anOrganization(app, 'shop', { name: 'Café Bar' })
  const ada = await signedIn('clerk', 'shop')
  const saved = { merchantDisplayName: 'Bar Süd', deliveryLanguage: 'de-DE', customEmailMessage: 'Danke!' }
  await sendAs(app.port, shop, {
    method: 'PUT',
    path: '/invoicing/v2/invoiceSettings',
    body: { invoiceSettingsInformation: saved },
  })

  const answer = await ada.ask()
  const [mail, ...others] = await mailsOf('shop')
  const config = { baseUrl: BASE_URL, hasMailPdfs: true }
  const composed = await testMailComposer({ database, clock, pdfs, isSandbox: true, config })(mail as OutboxMail)

  expect([answer.status, answer.body]).toEqual([202, { recipient: ada.email }])
  expect([mail?.kind, mail?.recipient.address, others]).toEqual(['test', ada.email, []])
  expect(composed?.subject).toMatch(/^\[Test\] .*Bar Süd/)
  expect(composed?.text).toContain('Danke!')
  expect(composed?.attachments.map(({ contentType }) => contentType)).toContain('application/pdf')
  const [entry] = await listAudit(database.db, { organizationId: 'shop' }, { limit: 1 })
  expect(entry).toMatchObject({ action: 'test-mail.requested', actor: { personId: ada.personId } })
})

test('a person gets a few an hour, and others have their own', async () => {
  await anOrganization(app, 'busy')
  const [ada, bob] = [await signedIn('owner', 'busy'), await signedIn('owner', 'busy')]
  const answers = []
  for (let count = 0; count <= TESTS_PER_HOUR; count += 1) answers.push(await ada.ask())
  const ofBob = await bob.ask()
  clock.set(clock.now().add({ minutes: 61 }).toString())
  const later = await ada.ask()

  expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: TESTS_PER_HOUR }, () => 202), 429])
  expect(answers.at(-1)?.body.reason).toBe('TOO_MANY_TEST_MAILS')
  expect([ofBob.status, later.status]).toEqual([202, 202])
  expect(await mailsOf('busy')).toHaveLength(TESTS_PER_HOUR + 2)
})

test('who may not change the settings, and keys, get none', async () => {
  const shop = await anOrganization(app, 'quiet')
  const viewer = await (await signedIn('viewer', 'quiet')).ask()
  const byKey = await sendAs(app.port, shop, { method: 'POST', path: '/portal/v1/test-mails', body: {} })

  expect([viewer.status, viewer.body.reason]).toEqual([403, 'MISSING_PERMISSION'])
  expect([byKey.status, byKey.body.reason]).toEqual([403, 'PEOPLE_ONLY'])
  expect(await mailsOf('quiet')).toEqual([])
})
