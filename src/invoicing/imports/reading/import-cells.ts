// pure
import { decimalsOfCurrency } from '../../../kernel/currency.ts'
import type { Decimal } from '../../../kernel/decimal.ts'
import { formatDecimal } from '../../../kernel/decimal.ts'
import { parseCalendarDay } from '../../../kernel/reading/calendar-day.ts'
import type { FieldKind } from '../../../kernel/reading/field-table.ts'
import { readMarkedAmount, readTypedAmount, type TypedAmount } from '../../../kernel/reading/typed-amount.ts'
import type { ImportOptions } from './import-options.ts'

/** The value that a request would have, or the problem with the cell. */
export type CellValue = { readonly value: string | boolean } | { readonly sentence: string }

type CellOptions = Pick<ImportOptions, 'decimalMark' | 'dateOrder'> & { readonly currency: string | undefined }

const DECIMALS_MAX = 6
/** No currency has more. */
const CURRENCY_DECIMALS_MAX = 4

/**
 * Reads a cell as people and spreadsheets write it. Only its notation is read here: whether the value is right is decided
 * as for a request. Nothing is computed: a formula is a text like any other.
 */
export function readCell(text: string, field: FieldKind, options: CellOptions): CellValue {
  const cell = text.trim()
  switch (field.kind) {
    case 'amount':
      return readAmountCell(cell, options)
    case 'decimal':
      return readNumberCell(cell.replace(/\s*%$/, ''), { ...options, currency: undefined }, DECIMALS_MAX)
    case 'integer':
      return readNumberCell(cell, { ...options, currency: undefined }, DECIMALS_MAX)
    case 'boolean':
      return readBooleanCell(cell)
    case 'date':
    case 'expirationDate':
      return readDateCell(cell, options)
    case 'text':
      return { value: field.isMultiline === true ? cell : cell.replaceAll(/\s*\r?\n\s*/g, ' ') }
    case 'choice':
    case 'email':
    case 'currency':
      return { value: cell }
  }
}

function readAmountCell(cell: string, options: CellOptions): CellValue {
  const { currency } = options
  const decimalsMax = currency === undefined ? undefined : decimalsOfCurrency(currency)
  return readNumberCell(cell, options, decimalsMax ?? CURRENCY_DECIMALS_MAX)
}

function readNumberCell(cell: string, { decimalMark, currency }: CellOptions, decimalsMax: number): CellValue {
  const known = currency !== undefined && decimalsOfCurrency(currency) !== undefined ? currency : undefined
  const scale = { decimalsMax, currency: known }
  const read = decimalMark === undefined ? readTypedAmount(cell, scale) : readMarkedAmount(cell, decimalMark, scale)
  return cellValueOf(read, decimalsMax)
}

function cellValueOf(read: TypedAmount<Decimal>, decimalsMax: number): CellValue {
  switch (read.read) {
    case 'amount':
      return { value: formatDecimal(read.amount) }
    case 'ambiguous':
      return { sentence: 'may have thousands or decimals: choose which mark separates decimals in this file' }
    case 'tooManyDecimals':
      return { sentence: `can have at most ${decimalsMax} decimal places` }
    case 'notAnAmount':
      return { sentence: 'must be a non-negative number such as 120.50, written as the rest of the file' }
    case 'empty':
      return { value: '' }
  }
}

/** As the nine languages, spreadsheets and programs write them. */
const YES = new Set(
  [
    'true',
    'yes',
    'y',
    '1',
    'x',
    'wahr',
    'ja',
    'j',
    'vrai',
    'oui',
    'verdadero',
    'sí',
    'si',
    'verdadeiro',
    'sim',
    'да',
  ].concat(['истина', 'はい', '真', '是']),
)
const NO = new Set([
  'false',
  'no',
  'n',
  '0',
  'falsch',
  'nein',
  'faux',
  'non',
  'falso',
  'não',
  'nao',
  'нет',
  'ложь',
  'いいえ',
  '假',
  '否',
])

function readBooleanCell(cell: string): CellValue {
  const word = cell.toLowerCase().normalize('NFKC')
  if (YES.has(word)) return { value: true }
  return NO.has(word) ? { value: false } : { sentence: 'must be yes or no' }
}

const YEAR_FIRST = /^(\d{4})(?:[-/.年]\s?)(\d{1,2})(?:[-/.月]\s?)(\d{1,2})日?(?:[ T]\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?)?$/
const YEAR_LAST = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?: \d{1,2}:\d\d(?::\d\d)?)?$/
const DATE = 'must be a date such as 2026-03-09'

/** A calendar date, never an instant: a time of day beside it is ignored. */
function readDateCell(cell: string, { dateOrder }: CellOptions): CellValue {
  const text = cell.normalize('NFKC')
  const [isYearFirst, ...written] = YEAR_FIRST.exec(text) ?? []
  if (isYearFirst !== undefined) return dayOf({ year: written[0], month: written[1], day: written[2] })
  const [isYearLast, first, mark, second, year] = YEAR_LAST.exec(text) ?? []
  if (isYearLast === undefined) return { sentence: DATE }
  const dayFirst = dayOf({ year, month: second, day: first })
  const monthFirst = dayOf({ year, month: first, day: second })
  // Nobody separates a month that comes first with points.
  if (mark === '.' || dateOrder === 'DMY') return dayFirst
  if (dateOrder === 'MDY') return monthFirst
  if ('sentence' in dayFirst || 'sentence' in monthFirst || dayFirst.value === monthFirst.value) {
    return 'value' in dayFirst ? dayFirst : monthFirst
  }
  return { sentence: 'may begin with the day or with the month: choose the order of dates in this file' }
}

type WrittenDay = Readonly<Record<'year' | 'month' | 'day', string | undefined>>

function dayOf({ year, month = '', day = '' }: WrittenDay): CellValue {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return parseCalendarDay(text) === undefined ? { sentence: DATE } : { value: text }
}
