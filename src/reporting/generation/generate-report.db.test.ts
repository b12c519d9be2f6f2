import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { beforeAll, expect, test } from 'vitest'
import { startWholeService } from '../../../test/support/apps/whole-service.ts'
import { type ReportMaker, reportMaker } from '../../../test/support/data/made-reports.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { putRecords } from '../../../test/support/data/stored-records.ts'
import { COLUMN_NAMES, PARSERS } from '../../../test/support/references/parsed-reports.ts'
import { fieldNamed } from '../../catalogue/catalogue.ts'
import { csvCell } from '../../kernel/markup/csv-cell.ts'
import { REPORT_MIME_TYPES } from '../reports/report.ts'
import { manifestKeyOf } from '../reports/report-files.ts'

const FIELDS = [
  'Request.RequestID',
  'Request.TransactionDate',
  'Application.Name',
  'PaymentData.RequestedAmount',
  'PaymentData.RequestedAmountCurrencyCode',
  'BillTo.LastName',
]

let service: Awaited<ReturnType<typeof startWholeService>>
let maker: ReportMaker
beforeAll(async () => {
  service = await startWholeService({ QUITTANCE_ROLE: 'api' })
  await anOrganization(service.stores, 'shop')
  maker = reportMaker(service)
  await putRecords(service.stores, 'transaction', [
    sale('1', '2026-03-09T10:00:00.250Z', '12.5', 'USD', 'Müller'),
    sale('2', '2026-03-09T10:00:00Z', '1000', 'JPY', '=1+1'),
    { ...sale('3', '2026-03-30T01:00:00Z', '3.125', 'EUR', 'O"Hara, Jr.') },
    refund('4', '2026-03-31T23:59:59.999Z', '2.50', 'USD', 'line\nfeed'),
    sale('5', '2026-04-01T00:00:00Z', '7', 'USD', 'too late'),
  ])
})

function sale(id: string, occurredAt: string, amount: string, currency: string, name: string) {
  return {
    recordId: id,
    merchantId: 'shop',
    occurredAt,
    fields: {
      'Request.RequestID': `100${id}`,
      'Request.TransactionDate': occurredAt,
      'Application.Name': 'ics_bill',
      'PaymentData.RequestedAmount': amount,
      'PaymentData.RequestedAmountCurrencyCode': currency,
      'BillTo.LastName': name,
    },
  }
}

function refund(...given: Parameters<typeof sale>) {
  const record = sale(...given)
  return { ...record, fields: { ...record.fields, 'Application.Name': 'ics_credit' } }
}

test('a report has a title, column names, and one line per record, ordered by identity', async () => {
  const { report, text } = await maker.make({ fields: FIELDS, timeZone: 'Europe/Berlin' })

  expect(report.status).toBe('COMPLETED')
  expect(text).toBe(
    `${[
      'Transaction Request Report,Version 1.0,2026-03-01T01:00:00+01:00 to 2026-04-01T02:00:00+02:00,shop,,',
      FIELDS.join(','),
      '"1002","2026-03-09T11:00:00.000+01:00","ics_bill",1000,"JPY","\'=1+1"',
      '"1001","2026-03-09T11:00:00.250+01:00","ics_bill",12.50,"USD","Müller"',
      '"1003","2026-03-30T03:00:00.000+02:00","ics_bill",3.125,"EUR","O""Hara, Jr."',
      '"1004","2026-04-01T01:59:59.999+02:00","ics_credit",2.50,"USD","line\nfeed"',
    ].join('\n')}\n`,
  )
})

test('the manifest has rows, totals by currency, hash and cut-off', async () => {
  const { report, bytes } = await maker.make({ fields: FIELDS, signedAmounts: true })

  const sha256 = createHash('sha256').update(bytes).digest('hex')
  expect(report.file).toMatchObject({ bytes: bytes.length, sha256 })
  expect(report.manifest).toMatchObject({
    rows: 4,
    sha256,
    bytes: bytes.length,
    cutOff: '2026-06-01T00:00:00Z',
    definitionName: 'TransactionRequestClass',
    definitionVersion: '1.0',
    totals: [
      { field: 'PaymentData.RequestedAmount', currency: 'EUR', amount: '3.125' },
      { field: 'PaymentData.RequestedAmount', currency: 'JPY', amount: '1000' },
      { field: 'PaymentData.RequestedAmount', currency: 'USD', amount: '10.00' },
    ],
  })
  expect(existsSync(`${maker.folder}/${manifestKeyOf(report.file?.key ?? '')}`)).toBe(true)
})

test.each(REPORT_MIME_TYPES)('the same records give the same bytes in %s', async (mimeType) => {
  const one = await maker.make({ fields: FIELDS, mimeType })
  const other = await maker.make({ fields: FIELDS, mimeType })

  expect(one.bytes.length).toBeGreaterThan(100)
  expect(one.bytes.equals(other.bytes)).toBe(true)
  expect(one.report.manifest?.rows).toBe(4)
})

test('signed amounts of refunds are negative, and stay numbers', async () => {
  const { text } = await maker.make({ fields: FIELDS, signedAmounts: true })

  expect(text).toContain('"ics_credit",-2.50,"USD"')
})

test('column names follow the requested convention', async () => {
  const soapi = await maker.make({ fields: FIELDS, fieldNameConvention: 'SOAPI' })
  const scmp = await maker.make({ fields: FIELDS, fieldNameConvention: 'SCMP' })

  expect(soapi.text.split('\n')[1]).toContain('billTo_lastName')
  expect(scmp.text.split('\n')[1]).toContain('bill_to_last_name')
})

const ALIASED = {
  fields: ['Request.RequestID', 'ChargebackAndRetrieval.ResolvedToIndicato', 'GiftCard.CurrentBalance'],
  fieldAliases: {
    'ChargebackAndRetrieval.ResolvedToIndicato': 'ChargebackAndRetrieval.ResolvedToIndicator',
    'GiftCard.CurrentBalance': 'GiftCard.Current Balance',
  },
}

test.each(REPORT_MIME_TYPES)('columns and keys have the requested names, as %s', async (mimeType) => {
  const { bytes } = await maker.make({ ...ALIASED, mimeType })

  const names = ['Request.RequestID', 'ChargebackAndRetrieval.ResolvedToIndicator', 'GiftCard.Current Balance']
  // The names in XML are those of the DTD.
  const isXml = mimeType === 'application/xml'
  expect(await COLUMN_NAMES[mimeType](bytes)).toEqual(isXml ? ['RequestID'] : names)
})

test('a naming convention takes precedence over an alias', async () => {
  const { text } = await maker.make({ ...ALIASED, fieldNameConvention: 'SCMP' })

  expect(text.split('\n')[1]).toBe('request_id,chargeback_and_retrieval_resolved_to_indicato,gift_card_current_balance')
})

test.each([
  ['Application.Name', ['ics_credit'], ['1004']],
  ['lastName', ['MÜLLER', 'nobody'], ['1001']],
  ['PaymentData.RequestedAmountCurrencyCode', ['EUR', 'JPY'], ['1002', '1003']],
])('the filter %s keeps records that have one of its values', async (name, values, expected) => {
  const { text } = await maker.make({ fields: FIELDS, filters: { [name]: values } })

  const rows: string[][] = parse(text, { from_line: 3, relax_column_count: true })
  expect(rows.map(([id]) => id)).toEqual(expected)
})

test('a period without records ends as NO_DATA and leaves no file', async () => {
  const empty = await maker.make({
    startsAt: '2020-01-01T00:00:00Z',
    endsAt: '2020-01-02T00:00:00Z',
  })
  const filtered = await maker.make({ filters: { 'Application.Name': ['ics_void'] } })

  for (const { report } of [empty, filtered]) {
    expect(report).toMatchObject({ status: 'NO_DATA', file: undefined, manifest: undefined })
    expect(existsSync(`${maker.folder}/shop/${report.reportId}`)).toBe(false)
  }
  expect(readdirSync(maker.deps.exportsFolder)).toEqual([])
})

test('a report has the last version of a record, and no withdrawn records', async () => {
  await anOrganization(service.stores, 'corrected')
  const put = (version: number, id: string, name: string, deleted = false) =>
    putRecords(service.stores, 'transaction', [
      {
        ...sale(id, '2026-03-09T10:00:00Z', '1', 'USD', name),
        merchantId: 'corrected',
        version,
        deleted,
        ...(deleted ? { fields: {} } : {}),
      },
    ])
  await put(1, '1', 'before')
  await put(1, '2', 'withdrawn')
  await put(1, '3', 'once')
  await put(2, '1', 'after')
  await put(2, '2', '', true)

  const { report, text } = await maker.make({ organizationId: 'corrected', fields: FIELDS })

  const rows: string[][] = parse(text, { from_line: 3, relax_column_count: true })
  expect(rows.map((row) => row.at(-1))).toEqual(['after', 'once'])
  expect(report.manifest).toMatchObject({
    rows: 2,
    totals: [{ field: 'PaymentData.RequestedAmount', currency: 'USD', amount: '2.00' }],
  })
})

test.each(REPORT_MIME_TYPES)(
  'a report has the last version of a record, and no withdrawn records, as %s',
  async (mimeType) => {
    const organizationId = `corrected-${REPORT_MIME_TYPES.indexOf(mimeType)}`
    await anOrganization(service.stores, organizationId)
    const put = (version: number, id: string, name: string, deleted = false) =>
      putRecords(service.stores, 'transaction', [
        {
          ...sale(id, '2026-03-09T10:00:00Z', '1', 'USD', name),
          merchantId: organizationId,
          version,
          deleted,
          ...(deleted ? { fields: {} } : {}),
        },
      ])
    const made = async () => {
      const { report, bytes } = await maker.make({ organizationId, mimeType, fields: FIELDS })
      const rows = await PARSERS[mimeType](bytes, FIELDS.map(fieldNamed))
      return { rows: rows.map((row) => row.at(-1)), counted: report.manifest?.rows }
    }

    await put(1, '1', 'before')
    await put(1, '2', 'withdrawn')
    await put(1, '3', 'once')
    const single = await made()
    await put(2, '1', 'after')
    await put(2, '2', '', true)
    const corrected = await made()

    expect(single).toEqual({ rows: ['before', 'withdrawn', 'once'], counted: 3 })
    expect(corrected).toEqual({ rows: ['after', 'once'], counted: 2 })
  },
)

test('a record with versions that a filter excludes does not appear twice', async () => {
  const organizationId = 'filtered'
  await anOrganization(service.stores, organizationId)
  const put = (version: number, record: ReturnType<typeof sale>) =>
    putRecords(service.stores, 'transaction', [{ ...record, merchantId: organizationId, version }])
  await put(1, sale('1', '2026-03-09T10:00:00Z', '1', 'USD', 'sold'))
  await put(1, refund('2', '2026-03-09T11:00:00Z', '2', 'EUR', 'given back'))
  await put(2, refund('2', '2026-03-09T11:00:00Z', '3', 'EUR', 'given back'))
  const make = async (name: string) => {
    const filters = { 'Application.Name': [name] }
    const { report, text } = await maker.make({ organizationId, fields: FIELDS, filters })
    return { lines: text.trimEnd().split('\n').length - 2, manifest: report.manifest }
  }

  const sales = await make('ics_bill')
  const refunds = await make('ics_credit')

  const total = (currency: string, amount: string) => [{ field: 'PaymentData.RequestedAmount', currency, amount }]
  expect(sales).toMatchObject({ lines: 1, manifest: { rows: 1, totals: total('USD', '1.00') } })
  expect(refunds).toMatchObject({ lines: 1, manifest: { rows: 1, totals: total('EUR', '3.00') } })
})

test('a string prints the same with and without dictionary encoding in the store, and as in responses', async () => {
  const texts = [
    ...['=1', '+1', '-1', '@a', '\ta', '\ra', '\n=1', '＝1', '＋1', '－1', '＠a', '-'],
    ...[' =1', '\u00a0=1', '\u200b=1', '\ufeff=1', '\u202e=1', '\u3000－1', '\u00ad@a', ';=1+1;x', 'a\t@b', 'a\r\n-1'],
    ...['a;\t =1', 'a;"=1"', ';', 'a; b', '\u00a0', '~', 'Ж=1', 'ア;＝1', '\ufe00=1', "a;'=1", ';;=', ';,"=1', '";=1'],
    ...['"=1', 'a=b', 'a"b""c', 'a,b', '<&>', '\\', "'", 'Ａ', '＜', '￥', 'Å', '名', '💶'],
  ]
  const organizationId = 'alike'
  await anOrganization(service.stores, organizationId)
  await putRecords(
    service.stores,
    'transaction',
    texts.map((text, index) => ({
      ...sale(String(index), '2026-03-09T10:00:00Z', '1', 'USD', text),
      merchantId: organizationId,
      fields: { 'Application.Rmsg': text, 'BillTo.LastName': text },
    })),
  )
  const fields = ['Application.Rmsg', 'BillTo.LastName']

  const csv = await maker.make({ organizationId, fields })
  const xml = await maker.make({ organizationId, fields, mimeType: 'application/xml' })

  const rows: string[][] = parse(csv.text, { from_line: 3, relax_column_count: true })
  expect(rows).toHaveLength(texts.length)
  for (const [byNumber, asItIs] of rows) expect(byNumber).toBe(asItIs)
  const written = texts.map((text) => parse(csvCell({ isNumber: false }, text))[0]?.[0])
  expect(rows.map(([text]) => text).sort()).toEqual(written.sort())
  const elementsOf = (name: string) => [...xml.text.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))]
  expect(elementsOf('Rmsg')).toHaveLength(texts.length)
  expect(elementsOf('Rmsg').map(([, text]) => text)).toEqual(elementsOf('LastName').map(([, text]) => text))
})
