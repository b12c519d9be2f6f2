// pure
import type { Language } from '../../kernel/language.ts'
import { csvCell, csvRow } from '../../kernel/markup/csv-cell.ts'
import { TRANSACTION_CSV_COLUMNS, TRANSACTION_CSV_WORDS, type TransactionCsvColumn } from './csv-words.ts'
import { amountText, methodOf, nameOf } from './listed-facts.ts'
import type { ListedTransaction } from './transaction-list.ts'

/** Spreadsheets take a file for UTF-8 if it begins with this. */
const BYTE_ORDER_MARK = '\ufeff'

type TransactionCsvReader = { readonly language: Language; readonly timeZone: string }

/** The columns of a file: an amount means nothing without its currency, so it is added if it is missing. */
export function transactionCsvColumns(
  chosen: readonly TransactionCsvColumn[] | undefined,
  { hasMerchants }: { readonly hasMerchants: boolean },
): readonly TransactionCsvColumn[] {
  if (chosen === undefined) return TRANSACTION_CSV_COLUMNS.filter((column) => hasMerchants || column !== 'merchant')
  const columns = [...new Set(chosen)]
  const at = columns.indexOf('amount')
  return at === -1 || columns.includes('currency') ? columns : columns.toSpliced(at, 0, 'currency')
}

export function transactionCsvHeader(
  columns: readonly TransactionCsvColumn[],
  { language, timeZone }: TransactionCsvReader,
): string {
  const words = TRANSACTION_CSV_WORDS[language].columns
  const names = columns.map((column) => (column === 'time' ? `${words.time} (${timeZone})` : words[column]))
  return `${BYTE_ORDER_MARK}${csvRow(names.map((name) => csvCell(TEXT, name)))}`
}

/** The line of one transaction. Refunds are negative, so that a column of one currency can be summed up. */
export function transactionCsvLine(
  transaction: ListedTransaction,
  columns: readonly TransactionCsvColumn[],
  reader: TransactionCsvReader,
): string {
  return csvRow(columns.map((column) => CELLS[column](transaction, reader)))
}

const TEXT = { isNumber: false }
const text = (value: string | undefined): string => csvCell(TEXT, value === '' ? undefined : value)

const CELLS: Readonly<
  Record<TransactionCsvColumn, (transaction: ListedTransaction, reader: TransactionCsvReader) => string>
> = {
  id: ({ id }) => text(id),
  time: ({ occurredAtMs }, { timeZone }) => text(localTime(occurredAtMs, timeZone)),
  type: ({ type }, { language }) => text(TRANSACTION_CSV_WORDS[language].types[type]),
  state: ({ state }, { language }) => text(TRANSACTION_CSV_WORDS[language].states[state]),
  reference: ({ reference }) => text(reference),
  customer: (transaction) => text(nameOf(transaction)),
  company: ({ company }) => text(company),
  email: ({ email }) => text(email),
  method: (transaction) => text(methodOf(transaction)),
  lastFour: ({ lastFour }) => text(lastFour),
  currency: ({ currency }) => text(currency),
  amount: (transaction) => {
    const amount = amountText(transaction)
    const isNegative = transaction.type === 'REFUND' && amount !== undefined && /[1-9]/.test(amount)
    return csvCell({ isNumber: true }, isNegative ? `-${amount}` : amount)
  },
  merchant: ({ merchantId }) => text(merchantId),
  source: ({ source }) => text(source),
  processor: ({ processor }) => text(processor),
}

/** 2026-03-09 10:00:00, which spreadsheets take for a time. */
function localTime(ms: number, timeZone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).toPlainDateTime()
  return local.toString({ smallestUnit: 'second' }).replace('T', ' ')
}
