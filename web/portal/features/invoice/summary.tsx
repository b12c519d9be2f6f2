import { Link } from '@tanstack/react-router'
import type { ShownStatus } from '../../../../src/kernel/wording/status-words.ts'
import { daysBetween } from '../../format/dates.ts'
import { useFormat } from '../../format/use-format.ts'
import { languageText } from '../../invoice-list/filter-bar/filter-texts.ts'
import { useListedMerchants } from '../../invoice-list/merchants.ts'
import { useOrganization } from '../../session/organization.ts'
import { useLanguage, useWords } from '../../words/use-words.ts'
import type { Invoice } from './queries.ts'

type Props = { readonly invoice: Invoice }

/** The amount first, then who owes it and until when. */
export function Summary({ invoice, status, today }: Props & { readonly status: ShownStatus; readonly today: string }) {
  const words = useWords('detail')
  const format = useFormat()
  const { amountDetails } = invoice.orderInformation
  const { totalAmount, balanceAmount, currency } = amountDetails
  const isOwed = ['OPEN', 'OVERDUE', 'PARTIAL', 'PENDING'].includes(status)
  const shown = format.amount(isOwed ? balanceAmount : totalAmount, currency)
  const label = isOwed ? words.amountDue : status === 'PAID' ? words.paidInFull : words.total
  return (
    <section className="card invoice-summary" aria-label={label}>
      <div>
        <p className="quiet">{label}</p>
        <p className={amountClass(shown, status)}>{shown}</p>
        {isOwed && balanceAmount !== totalAmount && (
          <p className="quiet">{words.ofTotal({ amount: format.amount(totalAmount, currency) })}</p>
        )}
      </div>
      <DueDate invoice={invoice} status={status} today={today} />
      <Customer invoice={invoice} />
    </section>
  )
}

/** The most characters that a phone shows in the largest size. */
const LENGTH_MAX = 14

function amountClass({ length }: string, status: ShownStatus): string {
  return ['amount money', length > LENGTH_MAX ? 'long' : '', status === 'CANCELED' ? 'struck' : ''].join(' ').trim()
}

function DueDate({ invoice, status, today }: Props & { readonly status: ShownStatus; readonly today: string }) {
  const words = useWords('detail')
  const format = useFormat()
  const { dueDate } = invoice.invoiceInformation
  return (
    <div>
      <p className="quiet">{words.due}</p>
      <p>{format.date(dueDate)}</p>
      {status === 'OVERDUE' && <p className="late">{words.daysLate({ days: daysBetween(dueDate, today) })}</p>}
    </div>
  )
}

function Customer({ invoice }: Props) {
  const words = useWords('detail')
  const { organizationId } = useOrganization()
  const { name, firstName, lastName, email, company } = invoice.customerInformation ?? {}
  const person = name ?? [firstName, lastName].filter(Boolean).join(' ')
  const shown = [person, company?.name].filter((part) => part !== undefined && part !== '')
  return (
    <div>
      <p className="quiet">{words.customer}</p>
      {shown.map((part) => (
        <p key={part} className="value">
          {part}
        </p>
      ))}
      {email !== undefined && (
        <p className="value">
          <Link to="/o/$organizationId/customers/$email" params={{ organizationId, email }}>
            {email}
          </Link>
        </p>
      )}
      {shown.length === 0 && email === undefined && <p>{words.noCustomer}</p>}
    </div>
  )
}

/** The other facts of the invoice. */
export function Facts({ invoice }: Props) {
  const words = useWords('detail')
  const format = useFormat()
  const list = useWords('invoices')
  const { invoiceInformation, customerInformation } = invoice
  const created = invoice.invoiceHistory.at(-1)
  const facts: readonly (readonly [string, string | undefined])[] = [
    [words.issued, created === undefined ? undefined : format.instant(created.date)],
    [words.description, invoiceInformation.description],
    [words.customerId, customerInformation?.merchantCustomerId],
    [words.reference, invoiceInformation.transactionReferenceNumber],
    [words.expires, dateOr(invoiceInformation.expirationDate, format.date)],
    [list.columns.language, useDeliveryLanguage(invoiceInformation.deliveryLanguage)],
    [words.partialAllowed, invoiceInformation.allowPartialPayments ? words.yes : words.no],
  ]
  return (
    <dl className="rows card">
      {facts.map(
        ([label, value]) =>
          value !== undefined && (
            <div key={label} className={factClass(value)}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
      {(invoice.merchantDefinedFieldValuesWithDefinition ?? []).map(({ label, value, definitionId }) => (
        <div key={definitionId} className={factClass(`${label}${value}`)}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The most characters that stand beside a label. */
const BESIDE_MAX = 40

/** Sentences stand below their label, from its left edge. */
function factClass({ length }: string): string {
  return length > BESIDE_MAX ? 'fact below' : 'fact'
}

/** The language in which the invoice is delivered; undefined while that of the merchant is looked up. */
function useDeliveryLanguage(own: string | undefined): string | undefined {
  const words = useWords('invoices')
  const reader = useLanguage()
  const { organizationId } = useOrganization()
  const usual = useListedMerchants([[]])[organizationId]?.deliveryLanguage
  if (own !== undefined) return languageText(own, reader)
  return usual && words.usualLanguage({ language: languageText(usual, reader) })
}

function dateOr(date: string | undefined, format: (date: string) => string): string | undefined {
  return date === undefined ? undefined : format(date)
}
