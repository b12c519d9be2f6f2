import { beforeAll, expect, test } from 'vitest'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { aDatabase } from '../../../test/support/processes/queue-node.ts'
import type { Language } from '../../kernel/language.ts'
import { newId } from '../../platform/secrets/random.ts'
import { reportMailComposer } from './composer.ts'
import type { ReportFacts } from './report-mail.ts'

const { database } = await aDatabase()
beforeAll(async () => {
  await anOrganization({ database }, 'shop', { name: 'Café & Bar' })
})

const FACTS: ReportFacts = {
  ...{ reportName: 'Daily <b>sales</b>', reportDefinitionName: 'TransactionRequestClass', reportStatus: 'COMPLETED' },
  ...{ reportStartTime: '2026-03-01T00:00:00Z', reportEndTime: '2026-03-02T00:00:00Z', timezone: 'Europe/Berlin' },
  ...{ rows: 1_234, href: '/reporting/v3/reports/r1?download=true' },
}

async function composed(given: Partial<ReportFacts> = {}, language: Language = 'en-US') {
  const config = { baseUrl: 'https://pay.example' }
  const composer = reportMailComposer({ database, isSandbox: false, config, languageOf: async () => language })
  const mail = await composer({
    ...{ organizationId: 'shop', mailId: newId(), kind: 'report', subject: 'report:r1', cause: 'report:r1 1' },
    ...{ recipient: { name: undefined, address: 'books@example.com' }, payload: { ...FACTS, ...given } },
    createdAt: Temporal.Instant.from('2026-03-02T01:00:00Z'),
  })
  if (mail === undefined) throw new Error('A report always has a mail.')
  return mail
}

test('the mail about a finished report has its name, its row count and a link, but no file', async () => {
  const mail = await composed()

  expect(mail).toMatchObject({ language: 'en-US', sender: { name: undefined }, replyTo: undefined, attachments: [] })
  expect(mail.subject).toContain('Daily <b>sales</b>')
  for (const part of [mail.text, mail.html]) {
    expect(part).toContain('https://pay.example/reporting/v3/reports/r1?download=true')
    expect(part).toContain('1,234')
    expect(part).toContain('TransactionRequestClass')
  }
  expect(mail.html).toContain('Café &amp; Bar')
  expect(mail.html).not.toContain('<b>sales</b>')
})

test.each(['NO_DATA', 'ERROR'])('the mail about a report that ended with %s has no link', async (reportStatus) => {
  const [mail, finished] = [await composed({ reportStatus }), await composed()]

  expect(mail.subject).not.toBe(finished.subject)
  expect(mail.text).toContain('Daily <b>sales</b>')
  expect(`${mail.text} ${mail.html}`).not.toContain('/reporting/v3/reports')
})

test('the mail about a report is in the language of its organization', async () => {
  const mail = await composed({}, 'de-DE')

  expect(mail.language).toBe('de-DE')
  expect(mail.subject).not.toBe((await composed()).subject)
  expect(mail.text).toContain('1.234')
})
