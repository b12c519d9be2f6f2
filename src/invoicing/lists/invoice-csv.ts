// pure

import type { Language } from '../../kernel/language.ts'
import { csvCell, csvRow } from '../../kernel/markup/csv-cell.ts'
import { formatMoney } from '../../kernel/money.ts'
import { type ShownStatus, STATUS_WORDS } from '../../kernel/wording/status-words.ts'
import type { InvoiceStatus } from '../rules/invoice.ts'
import { paymentLinkOf } from '../rules/payment-link.ts'
import { CSV_COLUMNS, CSV_WORDS, type CsvColumn, withZone } from './csv-words.ts'
import type { ListedInvoice } from './invoice-list.ts'

/** Spreadsheets take a file for UTF-8 if it begins with this. */
const BYTE_ORDER_MARK = '\ufeff'

/** The readers of a CSV, and the moment at which it is written. */
export type CsvReader = {
  /** The language of column names and statuses. */
  readonly language: Language
  readonly timeZone: string
  readonly today: Temporal.PlainDate
  /** Where the payment pages are. */
  readonly baseUrl: string
}

const AMOUNTS: readonly CsvColumn[] = ['total', 'balance']

/** The columns of a file: an amount means nothing without its currency, so it is added if it is missing. */
export function csvColumns(
  chosen: readonly CsvColumn[] | undefined,
  { hasMerchants }: { readonly hasMerchants: boolean },
): readonly CsvColumn[] {
  if (chosen === undefined) return CSV_COLUMNS.filter((column) => hasMerchants || column !== 'merchant')
  const columns = [...new Set(chosen)]
  const first = columns.findIndex((column) => AMOUNTS.includes(column))
  return first === -1 || columns.includes('currency') ? columns : columns.toSpliced(first, 0, 'currency')
}

/** The first line. */
export function csvHeader(columns: readonly CsvColumn[], { language, timeZone }: CsvReader): string {
  const words = CSV_WORDS[language]
  const names = columns.map((column) => {
    return column === 'issued' ? withZone(words.issued, timeZone, language) : words[column]
  })
  return `${BYTE_ORDER_MARK}${csvRow(names.map((name) => csvCell(TEXT, name)))}`
}

/** The line of one invoice. Amounts have all decimals of their currency; texts are guarded against formulas. */
export function csvLine(invoice: ListedInvoice, columns: readonly CsvColumn[], reader: CsvReader): string {
  return csvRow(columns.map((column) => CELLS[column](invoice, reader)))
}

const TEXT = { isNumber: false }
const NUMBER = { isNumber: true }
const text = (value: string | undefined): string => csvCell(TEXT, value)

const CELLS: Readonly<Record<CsvColumn, (invoice: ListedInvoice, reader: CsvReader) => string>> = {
  number: ({ invoiceNumber }) => text(invoiceNumber),
  customer: ({ terms }) => text(terms.customer.name),
  email: ({ terms }) => text(terms.customer.email),
  company: ({ companyName }) => text(companyName),
  customerId: ({ merchantCustomerId }) => text(merchantCustomerId),
  merchant: ({ organizationId }) => text(organizationId),
  status: (invoice, { language, today }) => text(STATUS_WORDS[language][shownStatus(invoice, today)]),
  issued: ({ createdAt }, { timeZone }) => text(localTime(createdAt, timeZone)),
  due: ({ dueOn }) => text(dueOn.toString()),
  expires: ({ expiresOn }) => text(expiresOn?.toString()),
  language: ({ deliveryLanguage }) => text(deliveryLanguage),
  currency: ({ total }) => text(total.currency),
  total: ({ total }) => csvCell(NUMBER, formatMoney(total)),
  balance: ({ balance }) => csvCell(NUMBER, formatMoney(balance)),
  link: (invoice, { baseUrl }) => text(invoice.status === 'DRAFT' ? undefined : paymentLinkOf(invoice, { baseUrl })),
}

const SHOWN: Readonly<Record<InvoiceStatus, ShownStatus>> = {
  ...{ DRAFT: 'DRAFT', CREATED: 'OPEN', SENT: 'OPEN', PARTIAL: 'PARTIAL', PENDING: 'PENDING' },
  ...{ PAID: 'PAID', CANCELED: 'CANCELED' },
}

function shownStatus({ status, dueOn }: ListedInvoice, today: Temporal.PlainDate): ShownStatus {
  const shown = SHOWN[status]
  return shown === 'OPEN' && Temporal.PlainDate.compare(dueOn, today) < 0 ? 'OVERDUE' : shown
}

/** 2026-03-09 10:00:00, which spreadsheets take for a time. */
function localTime(instant: Temporal.Instant, timeZone: string): string {
  const local = instant.toZonedDateTimeISO(timeZone).toPlainDateTime()
  return local.toString({ smallestUnit: 'second' }).replace('T', ' ')
}
