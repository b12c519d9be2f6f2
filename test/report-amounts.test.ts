import { beforeAll, describe, expect, test } from 'vitest'
import { fieldNamed } from '../src/catalogue/catalogue.ts'
import { KINDS } from '../src/catalogue/kinds.ts'
import { CURRENCIES } from '../src/kernel/currency.ts'
import { readerOf } from '../src/records/reading/read-record.ts'
import { startWholeService } from './support/apps/whole-service.ts'
import { type ReportMaker, reportMaker } from './support/data/made-reports.ts'
import { anOrganization } from './support/data/organizations.ts'
import { putRecords } from './support/data/stored-records.ts'
import { aReportValue } from './support/random/random-report-values.ts'
import { seededRandom } from './support/random/seeded-random.ts'
import { PARSERS } from './support/references/parsed-reports.ts'
import { referenceCell, referenceTotals } from './support/references/report-reference.ts'
import { isLongRun, seed } from './support/run/test-run.ts'

/** With columns of their own and without, with four decimals at least, given back by a refund or not; and rates. */
const FIELDS = [
  'PaymentData.RequestedAmount',
  'PaymentData.RequestedAmountCurrencyCode',
  'Fee.TotalFeeAmount',
  'Fee.TotalFeeCurrency',
  'Funding.FundingAmount',
  'Funding.FundingCurrency',
  'PaymentData.BalanceAmount',
  'PaymentData.BalanceCurrencyCode',
  'PaymentData.ExchangeRate',
  'LineItems.UnitPrice',
  'Application.Name',
].map(fieldNamed)
const kind = KINDS.transaction
const random = seededRandom(seed)
const ROUNDS = isLongRun ? 200 : 6

/** Every currency several times, each with numbers of every length. */
const inputs = [...CURRENCIES, 'XTS', ''].flatMap((currency) =>
  Array.from({ length: ROUNDS }, (_, round) => ({
    recordId: `${currency}${round}`,
    merchantId: 'shop',
    occurredAt: '2026-03-09T10:00:00Z',
    fields: Object.fromEntries(
      FIELDS.map((field) => {
        const isCurrency = field.type.kind === 'text'
        return [field.wireName, isCurrency ? currency : aReportValue(random, field)]
      }),
    ),
  })),
)
const records = inputs
  .map((input) => {
    const read = readerOf(kind).read(input)
    if ('problems' in read) throw new Error(JSON.stringify(read.problems))
    return read.record
  })
  .sort((a, b) => (a.recordId < b.recordId ? -1 : 1))

let maker: ReportMaker
beforeAll(async () => {
  const { stores } = await startWholeService({ QUITTANCE_ROLE: 'api' })
  await anOrganization(stores, 'shop')
  await putRecords(stores, kind.name, inputs)
  maker = reportMaker({ stores })
})

describe.each([true, false])('with signedAmounts %s', (signedAmounts) => {
  const given = { kind, timeZone: 'GMT', signedAmounts }
  const expected = records.map((record) => FIELDS.map((field) => referenceCell(record, field, given)))

  test.each(['text/csv', 'application/xml', 'application/x-ndjson'] as const)(
    'amounts in %s have the decimals of their currency and lose none',
    async (mimeType) => {
      const { report, bytes } = await maker.make({
        mimeType,
        signedAmounts,
        fields: FIELDS.map(({ wireName }) => wireName),
      })

      const rows = await PARSERS[mimeType](bytes, FIELDS)
      expect(rows).toEqual(expected)
      expect(report.manifest?.totals).toEqual(referenceTotals(records, FIELDS, given))
    },
  )
})

test('signedAmounts changes refunds and nothing else', () => {
  const printed = [true, false].map((signedAmounts) =>
    records.map((record) =>
      FIELDS.map((field) => referenceCell(record, field, { kind, timeZone: 'GMT', signedAmounts })),
    ),
  )

  const changed = FIELDS.filter((_, at) =>
    records.some((__, row) => printed[0]?.[row]?.[at] !== printed[1]?.[row]?.[at]),
  )
  expect(changed.map(({ wireName }) => wireName)).toEqual(['PaymentData.RequestedAmount', 'Funding.FundingAmount'])
})
