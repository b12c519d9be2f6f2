import Type from 'typebox'
import type { ReportTitle } from '../../generation/report-layout.ts'
import { sparse } from '../responses/contract.ts'
import type { ListedRecord } from '../responses/list-records.ts'
import { listReport } from '../responses/list-report.ts'
import { type OnDemandScope, titleOf } from '../responses/on-demand-report.ts'
import { recordItems } from '../responses/record-items.ts'
import { formatMs, textIn, timeIn } from '../responses/record-value.ts'
import { column, type Item, type ReportForm } from '../responses/report-form.ts'

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

/** Reviews that changed the decision on an order. */
export const CONVERSION_DETAILS = listReport({
  name: 'conversion-details',
  operationId: 'getConversionDetail',
  summary: 'Conversion details',
  description: 'Reviews that changed the decision on an order, by merchant and time.',
  form: CONVERSION_FORM,
  items: (deps, scope) => recordItems(deps, scope, { kind: 'conversion', fields: FIELDS, itemOf: conversionOf }),
  more: {
    properties: {
      notes: Type.Array(sparse({ time: Type.String(), addedBy: Type.String(), comments: Type.String() })),
    },
    valuesOf: notesOf,
  },
  xmlTitle: oddTitle,
})

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
function notesOf({ reviewerComments, conversionTime, reviewer }: Item) {
  if (reviewerComments === undefined) return {}
  return { notes: [{ time: conversionTime, addedBy: reviewer, comments: reviewerComments }] }
}

/** Existing clients of this report expect a Z before the offset. */
function oddTitle(scope: OnDemandScope): ReportTitle {
  const { from, to, offset } = scope.window
  const odd = (instant: Temporal.Instant): string => {
    const local = instant.toZonedDateTimeISO(offset)
    return `${local.toPlainDateTime().toString({ smallestUnit: 'second' })}Z${offset}`
  }
  return { ...titleOf(CONVERSION_FORM, scope), from: odd(from), to: odd(to) }
}
