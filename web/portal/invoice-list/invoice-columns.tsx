import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFormat } from '../format/use-format.ts'
import { StatusBadge } from '../ui/badge.tsx'
import type { Column as TableColumn } from '../ui/data-table.tsx'
import { useLanguage, useWords } from '../words/use-words.ts'
import { languageText } from './filter-bar/filter-texts.ts'
import type { ListAddress } from './list-address.tsx'
import { isZero, type Row } from './rows.ts'
import { type Column, SORT_OF_COLUMN } from './state/columns.ts'
import { NEWEST_FIRST, nextSort } from './state/list-state.ts'

const KINDS: Readonly<Partial<Record<Column, 'main' | 'money'>>> = {
  customer: 'main',
  total: 'money',
  balance: 'money',
}

type Cells = Readonly<Record<Column, (row: Row) => ReactNode>>

/** The columns of the list, with their cells in the reader's language. */
export function useInvoiceColumns(
  list: ListAddress,
  shown: readonly Column[],
  layout: 'table' | 'cards',
): readonly TableColumn<Row>[] {
  const words = useWords('invoices')
  const sort = list.state.sort ?? NEWEST_FIRST
  return shown.map((name) => {
    const [kind, key] = [KINDS[name], SORT_OF_COLUMN[name]]
    return {
      ...{ name, header: words.columns[name], cell: CELLS[layout][name] },
      ...(kind && { kind }),
      ...(key && { onSort: () => list.change({ ...list.state, sort: nextSort(list.state.sort, key) }) }),
      ...(key === sort.key && { sorted: sort.isDescending ? ('descending' as const) : ('ascending' as const) }),
    }
  })
}

/** The link covers the whole row. */
function NumberCell({ row: { number, merchantId } }: { readonly row: Row }) {
  const to = { to: '/o/$organizationId/invoices/$number', from: '/o/$organizationId' } as const
  return (
    <Link
      {...to}
      params={(before) => ({ organizationId: merchantId ?? before.organizationId, number })}
      className="row-link value"
    >
      {number}
    </Link>
  )
}

/** A card has room for one: the name, or the address of someone without one. */
function CustomerName({ row: { customerName, customerEmail } }: { readonly row: Row }) {
  const words = useWords('invoices')
  return <span className="name value">{customerName ?? customerEmail ?? words.unnamed}</span>
}

/** The name leads to the invoice with the row; the address leads to all invoices of the customer. */
function CustomerCell({ row: { customerName, customerEmail } }: { readonly row: Row }) {
  const words = useWords('invoices')
  return (
    <>
      {(customerName !== undefined || customerEmail === undefined) && (
        <span className="name value">{customerName ?? <span className="quiet">{words.unnamed}</span>}</span>
      )}
      {customerEmail !== undefined && (
        <Link
          to="/o/$organizationId/customers/$email"
          from="/o/$organizationId"
          params={(before) => ({ ...before, email: customerEmail })}
          className="email value"
        >
          {customerEmail}
        </Link>
      )}
    </>
  )
}

function DateCell({ date }: { readonly date: string }) {
  const format = useFormat()
  return <time dateTime={date}>{format.date(date)}</time>
}

function DueCell({ row: { dueOn, daysLate } }: { readonly row: Row }) {
  const words = useWords('invoices')
  const format = useFormat()
  return (
    <>
      <DateCell date={dueOn} />
      {daysLate === 0 && <span className="soon">{words.dueToday}</span>}
      {daysLate !== undefined && daysLate > 0 && (
        <span className="late">{words.late({ count: daysLate, text: format.count(daysLate) })}</span>
      )}
    </>
  )
}

/** A language that the invoice does not name itself is quiet: it changes with the settings of the merchant. */
function LanguageCell({ row: { language, isUsualLanguage } }: { readonly row: Row }) {
  const words = useWords('invoices')
  const reader = useLanguage()
  if (language === undefined) return null
  const text = languageText(language, reader)
  return isUsualLanguage ? <span className="quiet">{words.usualLanguage({ language: text })}</span> : text
}

/** By name, as people know it; the id tells two of the same name apart. */
function MerchantCell({ row: { merchantId, merchantName, isNameShared } }: { readonly row: Row }) {
  return (
    <>
      <span className="name value" title={merchantId}>
        {merchantName ?? merchantId}
      </span>
      {isNameShared && <span className="id value">{merchantId}</span>}
    </>
  )
}

function AmountCell({ amount, currency }: { readonly amount: string; readonly currency: string }) {
  const format = useFormat()
  const text = format.amount(amount, currency)
  return isZero(amount) ? <span className="zero">{text}</span> : text
}

/** Nobody owes anything for a draft or a canceled invoice, as the sums above the list say. */
function BalanceCell({ row: { balance, currency, status } }: { readonly row: Row }) {
  if (status === 'DRAFT' || status === 'CANCELED') return <span className="zero">–</span>
  return <AmountCell amount={balance} currency={currency} />
}

const TABLE_CELLS: Cells = {
  number: (row) => <NumberCell row={row} />,
  customer: (row) => <CustomerCell row={row} />,
  merchant: (row) => <MerchantCell row={row} />,
  status: ({ status }) => <StatusBadge status={status} />,
  issued: ({ issuedOn }) => <DateCell date={issuedOn} />,
  due: (row) => <DueCell row={row} />,
  language: (row) => <LanguageCell row={row} />,
  total: ({ total, currency }) => <AmountCell amount={total} currency={currency} />,
  balance: (row) => <BalanceCell row={row} />,
}
/** A card has room for one name of the customer, and for one of the merchant. */
const CARD_CELLS: Cells = {
  ...TABLE_CELLS,
  customer: (row) => <CustomerName row={row} />,
  merchant: ({ merchantName, merchantId, isNameShared }) => (
    <span className="value">{isNameShared ? `${merchantName} (${merchantId})` : (merchantName ?? merchantId)}</span>
  ),
}
const CELLS = { table: TABLE_CELLS, cards: CARD_CELLS } as const
