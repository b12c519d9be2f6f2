// pure
import type { SortKey } from '../../../../src/invoicing/lists/invoice-list.ts'

/** In the order in which the list shows them. */
export const COLUMNS = [
  'number',
  'customer',
  'merchant',
  'status',
  'issued',
  'due',
  'language',
  'total',
  'balance',
] as const
export type Column = (typeof COLUMNS)[number]

export const SORT_OF_COLUMN: Readonly<Partial<Record<Column, SortKey>>> = {
  number: 'invoiceNumber',
  issued: 'createdDate',
  due: 'dueDate',
  total: 'totalAmount',
}

/** Without the number, no one could tell invoices apart. */
const ALWAYS: Column = 'number'
/** Merchants have no column of merchants: it would repeat one name. */
const OF_SEVERAL_MERCHANTS: Column = 'merchant'
const USUAL: readonly Column[] = ['number', 'customer', 'status', 'issued', 'due', 'total', 'balance']
/** A laptop has no room for one more column. */
const USUAL_OF_MERCHANTS: readonly Column[] = ['number', 'customer', 'merchant', 'status', 'issued', 'due', 'total']

/** Whose invoices the list shows. */
export type Scope = { readonly hasMerchants: boolean }

function offeredColumns({ hasMerchants }: Scope): readonly Column[] {
  return COLUMNS.filter((column) => hasMerchants || column !== OF_SEVERAL_MERCHANTS)
}

/** Columns that a reader may switch off. */
export function optionalColumns(scope: Scope): readonly Column[] {
  return offeredColumns(scope).filter((column) => column !== ALWAYS)
}

export function shownColumns(chosen: readonly Column[] | undefined, scope: Scope): readonly Column[] {
  const wanted = chosen ?? (scope.hasMerchants ? USUAL_OF_MERCHANTS : USUAL)
  return offeredColumns(scope).filter((column) => column === ALWAYS || wanted.includes(column))
}

/** The choice after one column is switched on or off; undefined where it is the usual one. */
export function toggledColumns(
  chosen: readonly Column[] | undefined,
  column: Column,
  scope: Scope,
): readonly Column[] | undefined {
  const shown = shownColumns(chosen, scope)
  const toggled = shown.includes(column) ? shown.filter((each) => each !== column) : [...shown, column]
  const usual = shownColumns(undefined, scope)
  const isUsual = usual.length === toggled.length && usual.every((each) => toggled.includes(each))
  return isUsual ? undefined : COLUMNS.filter((each) => toggled.includes(each))
}

/** The narrowest useful width of each column, in pixels, with room for twelve digits in an amount. */
const WIDTHS: Readonly<Record<Column, number>> = {
  ...{ number: 104, customer: 176, merchant: 136, status: 120, issued: 104 },
  ...{ due: 112, language: 96, total: 152, balance: 152 },
}

/** A table where all columns fit; else a card for each invoice, which shows the same. */
export function layoutOf(width: number, columns: readonly Column[]): 'table' | 'cards' {
  const needed = columns.reduce((sum, column) => sum + WIDTHS[column], 0)
  return width >= Math.min(needed, TABLE_WIDTH_MAX) && width >= TABLE_WIDTH_MIN ? 'table' : 'cards'
}
/** Below, even few columns are read more easily as cards. */
const TABLE_WIDTH_MIN = 640
/** A desktop window shows a table, whatever columns are chosen: long names take more lines then. */
const TABLE_WIDTH_MAX = 1_080

const OF_CARDS: readonly Column[] = ['number', 'customer', 'merchant', 'status', 'due', 'total']

/** A card has two lines: its usual columns, and others only where the reader chose them. */
export function columnsOfCards(columns: readonly Column[], chosen: readonly Column[] | undefined): readonly Column[] {
  return columns.filter((column) => OF_CARDS.includes(column) || chosen?.includes(column))
}

/** The columns of a file: name and address of a customer are two. */
export function csvColumnsOf(columns: readonly Column[]): readonly string[] {
  return columns.flatMap((column) => (column === 'customer' ? ['customer', 'email'] : [column]))
}
