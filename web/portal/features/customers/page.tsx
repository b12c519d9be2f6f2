import { useParams } from '@tanstack/react-router'
import { Mail } from 'lucide-react'
import { useFormat } from '../../format/use-format.ts'
import { InvoiceList } from '../../invoice-list/invoice-list.tsx'
import { useListAddress } from '../../invoice-list/list-address.tsx'
import { type CurrencySum, useCounts, useInvoicePages, useSums } from '../../invoice-list/queries.ts'
import { isZero } from '../../invoice-list/rows.ts'
import { EMPTY_STATE } from '../../invoice-list/state/list-state.ts'
import { ViewTabs } from '../../invoice-list/views/view-tabs.tsx'
import { Page } from '../../ui/page.tsx'
import { useWords } from '../../words/use-words.ts'
import { BackToInvoices } from './back-to-invoices.tsx'

/** All invoices of one address, with their sums. */
export function CustomerPage() {
  const { email } = useParams({ from: '/o/$organizationId/customers/$email' })
  const words = useWords('invoices')
  const list = useListAddress()
  const name = useCustomerName(email)
  const counts = useCounts({ customerEmail: email })
  return (
    <Page title={name ?? email} back={<BackToInvoices />}>
      <a className="contact" href={`mailto:${encodeURIComponent(email)}`} aria-label={words.customer.write({ email })}>
        <Mail size={16} aria-hidden="true" />
        <span className="value">{email}</span>
      </a>
      <CustomerSums email={email} />
      <ViewTabs state={list.state} counts={counts.data} />
      <InvoiceList list={list} fixed={{ customerEmail: email }} />
    </Page>
  )
}

/** The name on the customer's newest invoice. */
function useCustomerName(email: string): string | undefined {
  const newest = useInvoicePages({ ...EMPTY_STATE, customerEmail: email }).data?.pages[0]?.invoices[0]
  return newest?.customerInformation.company?.name ?? newest?.customerInformation.name
}

function CustomerSums({ email }: { readonly email: string }) {
  const words = useWords('invoices')
  const customer = { ...EMPTY_STATE, customerEmail: email }
  const open = useSums({ ...customer, view: 'open' }).data?.sums
  const overdue = useSums({ ...customer, view: 'overdue' }).data?.sums
  const paid = useSums({ ...customer, view: 'paid' }).data?.sums
  return (
    <dl className="figures">
      <Figure label={words.customer.open} sums={open} of="balanceAmount" />
      <Figure label={words.customer.overdue} sums={overdue} of="balanceAmount" isLate={(overdue?.length ?? 0) > 0} />
      <Figure label={words.customer.paid} sums={paid} of="totalAmount" />
    </dl>
  )
}

type FigureProps = {
  readonly label: string
  readonly sums: readonly CurrencySum[] | undefined
  readonly of: 'balanceAmount' | 'totalAmount'
  readonly isLate?: boolean
}

/** One sum for each currency: amounts of two currencies never add up. */
function Figure({ label, sums, of, isLate = false }: FigureProps) {
  const words = useWords('invoices')
  const format = useFormat()
  const amounts = sums?.filter((sum) => !isZero(sum[of]))
  return (
    <div className={isLate ? 'figure late' : 'figure'}>
      <dt>{label}</dt>
      {amounts === undefined && (
        <dd>
          <span className="skeleton" />
        </dd>
      )}
      {amounts?.length === 0 && <dd className="quiet">{words.customer.nothing}</dd>}
      {amounts?.map((sum) => (
        <dd key={sum.currency} className="money">
          {format.amount(sum[of], sum.currency)}
        </dd>
      ))}
    </div>
  )
}
