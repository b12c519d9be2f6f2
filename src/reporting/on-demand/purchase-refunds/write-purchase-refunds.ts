import { csvCell, csvRow } from '../../../kernel/markup/csv-cell.ts'
import { csvHeader } from '../../generation/formats/csv-report.ts'
import { dtdAddress, xmlAttributes, xmlPreamble } from '../../generation/formats/xml-preamble.ts'
import { type OnDemandFormat, type OnDemandScope, titleOf } from '../responses/on-demand-report.ts'
import { column, type Item, type ItemForm, type NestedForm, numberColumn } from '../responses/report-form.ts'

import { XML_FOOT, xmlItem } from '../responses/write-xml.ts'

/** In XML a request contains its rows, so that they need no request id. */
const REQUEST_ELEMENT = 'Request'

/** The lists of the report. In JSON every row also has a `requestId`. */
export const PURCHASE_REFUND_SECTIONS = [
  {
    listName: 'requestDetails',
    element: 'RequestDetail',
    columns: [
      column('cybersourceMerchantId', { xmlName: 'MerchantID' }),
      ...texts('processorMerchantId', 'groupName', 'transactionReferenceNumber'),
      column('merchantReferenceNumber'),
    ],
  },
  {
    listName: 'settlements',
    element: 'Settlement',
    columns: [
      ...texts('transactionType', 'submissionTime'),
      numberColumn('amount'),
      ...texts('currencyCode', 'paymentMethod', 'walletType', 'paymentType', 'accountSuffix'),
      column('cybersourceBatchTime', { xmlName: 'BatchTime' }),
      column('cybersourceBatchId', { xmlName: 'BatchID' }),
      ...texts('cardType', 'debitNetwork'),
    ],
  },
  {
    listName: 'authorizations',
    element: 'Authorization',
    columns: [
      ...texts('transactionReferenceNumber', 'time', 'authorizationRequestId'),
      numberColumn('amount'),
      ...texts('currencyCode', 'code', 'rcode'),
    ],
  },
  {
    listName: 'feeAndFundingDetails',
    element: 'FeeAndFundingDetail',
    columns: [
      column('interchangeDescription'),
      ...['interchangePercentage', 'interchangePercentageAmount', 'discountPercentage'].map(numberColumn),
      ...['discountAmount', 'discountPerItemFee', 'totalFee'].map(numberColumn),
      column('feeCurrency'),
      ...['duesAssessments', 'fundingAmount'].map(numberColumn),
      column('fundingCurrency'),
    ],
  },
  {
    listName: 'others',
    element: 'Other',
    columns: texts(
      ...['merchantData1', 'merchantData2', 'merchantData3', 'merchantData4'],
      ...['firstName', 'lastName'],
    ),
  },
  {
    listName: 'settlementStatuses',
    element: 'SettlementStatus',
    columns: texts('status', 'settlementTime', 'reasonCode', 'errorText'),
  },
] as const satisfies readonly ItemForm[]

export const PURCHASE_REFUND_FORM: NestedForm = {
  title: 'Purchase and Refund Detail Report',
  version: '1.0',
  dtdCode: 'prdr',
  container: { element: REQUEST_ELEMENT, attributes: ['RequestID'] },
  items: PURCHASE_REFUND_SECTIONS,
}

type SectionName = (typeof PURCHASE_REFUND_SECTIONS)[number]['listName']

/** The rows of one request in all lists. They are made when they are written, so that a page is sent from its beginning on. */
export type RequestRows = {
  readonly requestId: string
  readonly rowsOf: Readonly<Record<SectionName, () => readonly Item[]>>
}

type Link = { readonly href: string; readonly method: 'GET' }

export type WrittenPage = {
  readonly scope: OnDemandScope
  readonly offset: number
  readonly limit: number
  /** Empty if the offset is past the end. */
  readonly requests: readonly RequestRows[]
  readonly links: { readonly self: Link; readonly next?: Link }
}

/** Requests per piece of the response. */
const REQUESTS_OF_PIECE = 200

export function writePage(page: WrittenPage, format: OnDemandFormat): AsyncGenerator<string, void> {
  switch (format) {
    case 'json':
      return jsonPage(page)
    case 'xml':
      return xmlPage(page)
    case 'csv':
      return csvPage(page)
  }
}

async function* jsonPage({ offset, limit, requests, links }: WrittenPage): AsyncGenerator<string, void> {
  yield JSON.stringify({ offset, limit, pageResults: requests.length }).slice(0, -1)
  // Past the end the lists are omitted, as existing clients expect.
  const sections = requests.length === 0 ? [] : PURCHASE_REFUND_SECTIONS
  for (const { listName } of sections) {
    yield `,"${listName}":[`
    let separator = ''
    for (const some of pieces(requests)) {
      const rows = some.flatMap(({ requestId, rowsOf }) =>
        rowsOf[listName]().map((row) => JSON.stringify({ requestId, ...row })),
      )
      if (rows.length === 0) continue
      yield `${separator}${rows.join(',')}`
      separator = ','
    }
    yield ']'
  }
  yield `,"_links":${JSON.stringify(links)}}`
}

async function* xmlPage({ scope, requests }: WrittenPage): AsyncGenerator<string, void> {
  yield xmlPreamble(titleOf(PURCHASE_REFUND_FORM, scope), dtdAddress(scope.baseUrl, PURCHASE_REFUND_FORM.dtdCode))
  for (const some of pieces(requests)) yield some.map(xmlRequest).join('')
  yield XML_FOOT
}

function xmlRequest({ requestId, rowsOf }: RequestRows): string {
  const elements = PURCHASE_REFUND_SECTIONS.flatMap((section) =>
    rowsOf[section.listName]().map((row) => xmlItem(section, row)),
  )
  return `<${REQUEST_ELEMENT}${xmlAttributes({ RequestID: requestId })}>\n${elements.join('')}</${REQUEST_ELEMENT}>\n`
}

const ID_COLUMN = column('requestId')

async function* csvPage({ scope, requests }: WrittenPage): AsyncGenerator<string, void> {
  const [details, ...others] = PURCHASE_REFUND_SECTIONS.map(({ listName, columns }) =>
    columns.map(({ name }) => `${listName}.${name}`),
  )
  yield csvHeader(titleOf(PURCHASE_REFUND_FORM, scope), [
    `requestDetails.${ID_COLUMN.name}`,
    ...(details ?? []),
    ...others.flat(),
  ])
  for (const some of pieces(requests)) yield some.map(csvRequest).join('')
}

/** The first line has the first row of each list; longer lists continue in further lines. */
function csvRequest({ requestId, rowsOf }: RequestRows): string {
  const sections = PURCHASE_REFUND_SECTIONS.map(({ listName, columns }) => ({ columns, rows: rowsOf[listName]() }))
  const height = Math.max(...sections.map(({ rows }) => rows.length))
  return Array.from({ length: height }, (_, index) =>
    csvRow([
      csvCell(ID_COLUMN, requestId),
      ...sections.flatMap(({ columns, rows }) => columns.map((own) => csvCell(own, rows[index]?.[own.name]))),
    ]),
  ).join('')
}

function* pieces(requests: readonly RequestRows[]): Generator<readonly RequestRows[], void> {
  for (let from = 0; from < requests.length; from += REQUESTS_OF_PIECE) {
    yield requests.slice(from, from + REQUESTS_OF_PIECE)
  }
}

function texts(...names: readonly string[]) {
  return names.map((name) => column(name))
}
