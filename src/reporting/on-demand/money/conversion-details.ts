import Type from 'typebox'
import { sparse, WINDOW_PARAMETERS, WINDOW_PROPERTIES } from '../responses/contract.ts'
import type { ListedRecord } from '../responses/list-records.ts'
import { readWindow } from '../responses/list-report.ts'
import type { OnDemandReport, OnDemandScope } from '../responses/on-demand-report.ts'
import { recordItems } from '../responses/record-items.ts'
import { formatMs, textIn, timeIn } from '../responses/record-value.ts'
import { column, type Item, type ReportForm } from '../responses/report-form.ts'
import { startUnlessEmpty, windowJson, writeJson, writeList } from '../responses/write-list.ts'
import { writeXml } from '../responses/write-xml.ts'

export const CONVERSION_FORM: ReportForm = {
  title: 'Conversion Detail Report',
  version: '1.1',
  dtdCode: 'cdr',
  item: {
    listName: 'conversionDetails',
    element: 'Conversion',
    columns: [
      column('merchantReferenceNumber', { isAttribute: true }),
      column('conversionTime', { xmlName: 'ConversionDate', isAttribute: true }),
      column('requestId', { isAttribute: true }),
      // In the order that existing clients expect, which is also that of stored reports.
      ...['newDecision', 'originalDecision', 'profile', 'queue', 'reviewer', 'reviewerComments'].map((name) =>
        column(name),
      ),
    ],
  },
}

const FIELDS = [
  ...['Request.MerchantReferenceNumber', 'Request.RequestID', 'Conversion.ConversionDate'],
  ...['Conversion.OriginalDecision', 'Conversion.NewDecision', 'Conversion.Reviewer'],
  ...['Conversion.ReviewerComments', 'Conversion.Queue', 'Conversion.Profile'],
]

const CONVERSIONS = { kind: 'conversion', fields: FIELDS, itemOf: conversionOf } as const

/** Reviews that changed the decision on an order. */
export const CONVERSION_DETAILS: OnDemandReport = {
  name: 'conversion-details',
  operationId: 'getConversionDetail',
  summary: 'Conversion details',
  description: 'Reviews that changed the decision on an order, by merchant and time.',
  query: Type.Object(WINDOW_PARAMETERS),
  body: Type.Object({
    organizationId: Type.String(),
    ...WINDOW_PROPERTIES,
    conversionDetails: Type.Array(
      sparse({
        ...Object.fromEntries(CONVERSION_FORM.item.columns.map(({ name }) => [name, Type.String()])),
        notes: Type.Array(sparse({ time: Type.String(), addedBy: Type.String(), comments: Type.String() })),
      }),
    ),
  }),
  formats: ['json', 'xml', 'csv'],
  read: readWindow,
  respond: async (deps, { scope, format }) => {
    const items = await startUnlessEmpty(recordItems(deps, scope, CONVERSIONS))
    if (items === undefined) return undefined
    if (format === 'json') return writeJson(windowJson(scope), CONVERSION_FORM.item.listName, withNotes(items))
    if (format === 'xml') return writeXml(CONVERSION_FORM, scope, items, oddTimes(scope))
    return writeList(CONVERSION_FORM, { scope, format, items })
  },
}

function conversionOf(record: ListedRecord): Item {
  const said = (name: string): string | undefined => textIn(record, `Conversion.${name}`)
  return {
    merchantReferenceNumber: textIn(record, 'Request.MerchantReferenceNumber'),
    conversionTime: timeIn(record, 'Conversion.ConversionDate') ?? formatMs(record.occurredAtMs),
    requestId: textIn(record, 'Request.RequestID'),
    originalDecision: said('OriginalDecision'),
    newDecision: said('NewDecision'),
    reviewer: said('Reviewer'),
    reviewerComments: said('ReviewerComments'),
    queue: said('Queue'),
    profile: said('Profile'),
  }
}

/** The reviewer's comment is the only known note. */
async function* withNotes(items: AsyncIterable<readonly Item[]>) {
  for await (const some of items) {
    yield some.map((item) => ({
      ...item,
      ...(item['reviewerComments'] === undefined
        ? {}
        : {
            notes: [
              {
                time: item['conversionTime'],
                addedBy: item['reviewer'],
                comments: item['reviewerComments'],
              },
            ],
          }),
    }))
  }
}

/** Existing clients of this report expect a Z before the offset. */
function oddTimes({ window: { from, to, offset } }: OnDemandScope) {
  const odd = (instant: Temporal.Instant): string => {
    const local = instant.toZonedDateTimeISO(offset)
    return `${local.toPlainDateTime().toString({ smallestUnit: 'second' })}Z${offset}`
  }
  return { from: odd(from), to: odd(to) }
}
