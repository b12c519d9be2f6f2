import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { invoiceView } from '../src/invoicing/presentation/invoice-view.ts'
import { LANGUAGES } from '../src/kernel/language.ts'
import { fittingSubject, SUBJECT_WIDTH_MAX } from '../src/notifications/mail-kit/fitting-subject.ts'
import { renderMail } from '../src/notifications/mail-kit/render-mail.ts'
import { reportMail } from '../src/reporting/mails/report-mail.ts'
import { hostileFacts } from './support/data/hostile.ts'
import { everyMail, hostileMails, mailsOf } from './support/data/mails.ts'

const CURRENCIES = ['USD', 'EUR', 'JPY', 'KWD', 'CHF']
const NUMBER_LENGTH_MAX = 26

/** Anything that the API takes: names of 100 letters, numbers of 26, amounts of 12 digits. */
const input = fc.record({
  seller: fc.string({ minLength: 1, maxLength: 100, unit: 'grapheme' }).filter((name) => !/[\d.,]/.test(name)),
  number: fc.option(fc.stringMatching(/^[A-Z][A-Z /._-]*$/, { maxLength: NUMBER_LENGTH_MAX })),
  minor: fc.bigInt({ min: 1_000n, max: 999_999_999_999_999n }),
  currency: fc.constantFrom(...CURRENCIES),
})

describe.each(LANGUAGES)('%s', (language) => {
  const plain = hostileFacts({ language, lines: 0 })

  test('the amount is within the first 60 characters of every subject, whatever the merchant and the invoice are called', () => {
    fc.assert(
      fc.property(input, ({ seller, number, minor, currency }) => {
        const amount = { minor, currency }
        const { invoice } = plain
        const amounts = { ...invoice.terms.amounts, total: amount }
        const facts = {
          ...plain,
          settings: {
            values: { merchantDisplayName: seller },
            labels: number === null ? [{ key: 'invoiceNumber' as const, hidden: true }] : [],
          },
          invoice: { ...invoice, invoiceNumber: number ?? '1', balance: amount, terms: { ...invoice.terms, amounts } },
        }
        const mails = mailsOf(facts, { logo: undefined, part: { ...amount, minor: minor / 3n }, customMessage: '' })
        for (const [kind, content] of Object.entries(mails)) {
          if (kind === 'cancellation') continue
          const { subject } = renderMail(content)
          const shown = content.amount?.text ?? ''
          expect(subject.slice(0, SUBJECT_WIDTH_MAX), subject).toContain(shown)
        }
      }),
    )
  })

  test('a subject that would be cut off has no name of the merchant, and ends with the invoice’s number', () => {
    const { seller } = invoiceView(hostileFacts({ language }))
    const mails = mailsOf(plain, { logo: undefined, part: plain.invoice.balance, customMessage: undefined })
    for (const content of Object.values(mails)) expect(renderMail(content).subject).not.toContain(seller.name)
  })
})

test.each(LANGUAGES)('in %s, no subject of a usual invoice or report is cut off', (language) => {
  const cut = Object.values(everyMail(language)).filter(({ subject }) => fittingSubject([subject, 'cut']) !== subject)
  expect(cut.map(({ subject }) => subject)).toEqual([])
})

test('a long name of a report or of a merchant does not hide what happened', () => {
  const report = 'Transactions of all branches in the northern region, by currency and day'
  const facts = { reportName: report, reportDefinitionName: 'TransactionDetailClass', reportStatus: 'NO_DATA' }
  const period = { reportStartTime: '2026-06-30T22:00:00Z', reportEndTime: '2026-07-01T22:00:00Z', timezone: 'UTC' }
  const given = {
    language: 'en-US',
    organization: 'Café Bar',
    baseUrl: 'https://pay.example',
    isSandbox: true,
  } as const

  const content = reportMail({ ...given, facts: { ...facts, ...period, href: '/x' } })

  expect(content.subject).toBe(`No data for this period: ${report}`)
  expect(hostileMails('en-US')['card-testing']?.subject).toBe('Someone may be testing stolen cards')
})

test('a name that is read from right to left is not in front of an amount, which it would turn around', () => {
  const settings = { merchantDisplayName: 'مقهى' }
  const { invoice, cancellation, receipt } = hostileMails('en-US', { settings, total: '12.50' })
  expect(invoice?.subject).toBe('Invoice 2026-07/RE-000123456789-AB · $12.50 due July 11')
  expect(receipt?.subject).toBe('Receipt: $12.50 paid · Invoice 2026-07/RE-000123456789-AB')
  expect(cancellation?.subject).toContain('from مقهى was canceled')
})

test.each([
  ['en-US', 'Invoice A123 from Café Bar · $250.05 due July 11'],
  ['de-DE', 'Rechnung A123 von Café Bar · 250,05\u00A0$ fällig am 11. Juli'],
  // The name would make it too long.
  ['fr-FR', 'Facture A123 · 250,05\u00A0$US, échéance le 11 juillet'],
  ['ja-JP', 'Café Barからの請求書 A123 · $250.05（支払期日 7月11日）'],
] as const)('the subject of a usual invoice in %s is %s', (language, subject) => {
  expect(everyMail(language)['invoice']?.subject).toBe(subject)
})

test.each([
  ['a'.repeat(60), 'long'],
  ['a'.repeat(61), 'short'],
  ['請'.repeat(30), 'long'],
  ['請'.repeat(31), 'short'],
])('of the subject %s, the %s form is taken', (long, form) => {
  expect(fittingSubject([long, 'short'])).toBe(form === 'long' ? long : 'short')
})
