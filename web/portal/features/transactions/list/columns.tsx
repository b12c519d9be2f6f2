import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFormat } from '../../../format/use-format.ts'
import { TransactionBadge } from '../../../transactions/transaction-badge.tsx'
import { useMethodText } from '../../../transactions/use-method-text.ts'
import type { Column as TableColumn } from '../../../ui/data-table.tsx'
import { useWords } from '../../../words/use-words.ts'
import type { ListedTransaction } from '../queries.ts'
import type { TransactionListAddress } from './address.tsx'
import { COLUMNS, type Column, NEWEST_FIRST, nextSort } from './state.ts'

export type Row = ListedTransaction & {
  /** Undefined while it is looked up. */
  readonly merchantName: string | undefined
}

/** Cells are laid out by the names that the list of invoices gives them. */
const NAMES: Readonly<Record<Column, string>> = {
  ...{ reference: 'number', customer: 'customer', merchant: 'merchant', type: 'type', state: 'status' },
  ...{ method: 'method', time: 'due', amount: 'total' },
}
const KINDS: Readonly<Partial<Record<Column, 'main' | 'money'>>> = { customer: 'main', amount: 'money' }
const SORTED: Readonly<Partial<Record<Column, 'time' | 'amount'>>> = { time: 'time', amount: 'amount' }

/** Merchants have no column of merchants: it would repeat one name. */
export type Scope = { readonly hasMerchants: boolean }

export function offeredColumns({ hasMerchants }: Scope): readonly Column[] {
  return COLUMNS.filter((column) => hasMerchants || column !== 'merchant')
}

export function shownColumns(chosen: readonly Column[] | undefined, scope: Scope): readonly Column[] {
  return offeredColumns(scope).filter((column) => column === 'reference' || chosen?.includes(column) !== false)
}

/** The columns of the list, with their cells in the reader's language. */
export function useTransactionColumns(
  list: TransactionListAddress,
  shown: readonly Column[],
): readonly TableColumn<Row>[] {
  const words = useWords('transactions')
  const sort = list.state.sort ?? NEWEST_FIRST
  return shown.map((column) => {
    const [kind, key] = [KINDS[column], SORTED[column]]
    return {
      ...{ name: NAMES[column], header: words.columns[column], cell: CELLS[column] },
      ...(kind && { kind }),
      ...(key && { onSort: () => list.change({ ...list.state, sort: nextSort(list.state.sort, key) }) }),
      ...(key === sort.key && { sorted: sort.isDescending ? ('descending' as const) : ('ascending' as const) }),
    }
  })
}

/** The link covers the whole row. A transaction without a reference has its id. */
function ReferenceCell({ row: { id, reference, organizationId } }: { readonly row: Row }) {
  return (
    <Link
      to="/o/$organizationId/transactions/$id"
      from="/o/$organizationId"
      params={{ organizationId, id }}
      className="row-link value"
    >
      {reference ?? id}
    </Link>
  )
}

function CustomerCell({ row: { customer } }: { readonly row: Row }) {
  const words = useWords('invoices')
  const name = customer.company ?? customer.name
  return (
    <>
      <span className="name value">{name ?? customer.email ?? <span className="quiet">{words.unnamed}</span>}</span>
      {name !== undefined && customer.email !== undefined && <span className="id value">{customer.email}</span>}
    </>
  )
}

function TypeCell({ row }: { readonly row: Row }) {
  return useWords('transactions').types[row.type]
}

function MethodCell({ row }: { readonly row: Row }) {
  return <span className="value">{useMethodText()(row)}</span>
}

function TimeCell({ row: { submitTimeUtc } }: { readonly row: Row }) {
  const format = useFormat()
  return (
    <time dateTime={submitTimeUtc} className="value">
      {format.instant(submitTimeUtc)}
    </time>
  )
}

/** A refund is negative; what moved no money is quiet. */
function AmountCell({ row: { amount, currency, type, state } }: { readonly row: Row }) {
  const format = useFormat()
  if (amount === undefined) return null
  const text = format.amount(type === 'REFUND' ? `-${amount}` : amount, currency ?? '')
  return state === 'COMPLETED' ? text : <span className="zero">{text}</span>
}

const CELLS: Readonly<Record<Column, (row: Row) => ReactNode>> = {
  reference: (row) => <ReferenceCell row={row} />,
  customer: (row) => <CustomerCell row={row} />,
  merchant: ({ merchantName, organizationId }) => <span className="value">{merchantName ?? organizationId}</span>,
  type: (row) => <TypeCell row={row} />,
  state: ({ state }) => <TransactionBadge state={state} />,
  method: (row) => <MethodCell row={row} />,
  time: (row) => <TimeCell row={row} />,
  amount: (row) => <AmountCell row={row} />,
}
