import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { daysBetween } from '../../format/dates.ts'
import { useFormat } from '../../format/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import type { AttentionInvoice, RefusedMail } from './queries.ts'

type Props = {
  readonly title: string
  readonly text: string
  readonly found: { readonly count: number; readonly invoices: readonly (AttentionInvoice | RefusedMail)[] }
  /** The list of all of them. */
  readonly all: Readonly<Record<string, string>>
  /** The names of merchants by their ids, where the page is about several. */
  readonly merchants: Readonly<Record<string, { readonly name: string }>>
  readonly today: string
  /** The color of the count. */
  readonly status: 'overdue' | 'pending' | 'partial'
}

/** Invoices that need attention for one reason, the most urgent first. */
export function AttentionList({ title, text, found: { count, invoices }, all, merchants, today, status }: Props) {
  const words = useWords('home')
  const format = useFormat()
  const id = useId()
  if (count === 0) return null
  const isMore = count > invoices.length
  return (
    <section className="card" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        <span className={`badge ${status}`}>{format.count(count)}</span>
        <p className="quiet small">{text}</p>
      </header>
      <ul className="attention-rows">
        {invoices.map((invoice) => (
          <li key={`${invoice.merchantId ?? ''} ${invoice.id}`}>
            <AttentionRow
              invoice={invoice}
              merchantName={invoice.merchantId && (merchants[invoice.merchantId]?.name ?? invoice.merchantId)}
              lateOn={status === 'overdue' ? today : undefined}
            />
          </li>
        ))}
      </ul>
      {isMore && (
        <Link className="all" to="/o/$organizationId/invoices" from="/o/$organizationId" search={all}>
          {words.showAll({ text: format.count(count) })}
        </Link>
      )}
    </section>
  )
}

type RowProps = {
  readonly invoice: AttentionInvoice | RefusedMail
  readonly merchantName: string | undefined
  /** Today, where the days after the due date matter. */
  readonly lateOn: string | undefined
}

/** Two lines: who and how much, which invoice and why. */
function AttentionRow({ invoice, merchantName, lateOn }: RowProps) {
  const words = useWords('home')
  const format = useFormat()
  return (
    <Link
      className="attention-row"
      to="/o/$organizationId/invoices/$number"
      from="/o/$organizationId"
      params={({ organizationId }) => ({ organizationId: invoice.merchantId ?? organizationId, number: invoice.id })}
    >
      <span className="name value">{invoice.customerName ?? invoice.customerEmail ?? words.unnamed}</span>
      <span className="money">{format.amount(invoice.balanceAmount, invoice.currency)}</span>
      <span className="number value quiet">
        {invoice.id}
        {merchantName !== undefined && ` · ${merchantName}`}
      </span>
      {'mailId' in invoice ? <Refusal mail={invoice} /> : <Due dueOn={invoice.dueDate} lateOn={lateOn} />}
    </Link>
  )
}

function Due({ dueOn, lateOn }: { readonly dueOn: string; readonly lateOn: string | undefined }) {
  const words = useWords('home')
  const format = useFormat()
  const days = lateOn === undefined ? 0 : daysBetween(dueOn, lateOn)
  return days > 0 ? (
    <span className="why late">{words.late({ count: days, text: format.count(days) })}</span>
  ) : (
    <span className="why quiet">{words.due({ day: format.date(dueOn) })}</span>
  )
}

function Refusal({ mail: { to, reason, refusedAt } }: { readonly mail: RefusedMail }) {
  const words = useWords('home')
  const format = useFormat()
  return (
    <>
      <span className="why quiet">{words.refusedAt({ time: format.instant(refusedAt) })}</span>
      <span className="reason value quiet">
        {to}
        {reason !== null && ` · ${reason}`}
      </span>
    </>
  )
}
