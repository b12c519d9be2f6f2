import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useOrganization } from '../../session/organization.ts'
import { useWords } from '../../words/use-words.ts'
import type { Details, TransactionDetail } from './queries.ts'

/** The numbers by which others know the transaction, and the checks. */
export function Facts({ detail }: { readonly detail: TransactionDetail }) {
  const words = useWords('transactions')
  const { organizationId } = useOrganization()
  const { transaction, invoiceId, processor, authentication, payment } = detail
  const details = detail.details as Details
  const { processorInformation: said, clientReferenceInformation, errorInformation, orderInformation } = details
  const invoice = invoiceId !== null && (
    <Link to="/o/$organizationId/invoices/$number" params={{ organizationId, number: invoiceId }} className="value">
      {invoiceId}
    </Link>
  )
  const { address1, postalCode, locality, country, phoneNumber } = orderInformation?.billTo ?? {}
  const address = [address1, postalCode, locality, country].filter((part) => part != null && part !== '').join(', ')
  const refundReason = payment?.refunds.find(({ id }) => id === transaction.id)?.reason
  const facts: readonly (readonly [string, ReactNode])[] = [
    [words.facts.id, transaction.id],
    [words.facts.invoice, invoice],
    [words.columns.reference, invoiceId === transaction.reference ? undefined : transaction.reference],
    [words.facts.application, transaction.application],
    [words.facts.processor, processor],
    [words.facts.processorMerchantId, transaction.processorMerchantId],
    [words.facts.processorId, said?.transactionId],
    [words.facts.approval, said?.approvalCode],
    [words.facts.response, said?.responseCode],
    [words.facts.addressCheck, codeText(words.checks, said?.avs?.code)],
    [words.facts.cardCheck, codeText(words.cardChecks, said?.cardVerification?.resultCode)],
    [words.facts.authentication, authentication && words.authentications[authentication.result]],
    [words.facts.declined, errorInformation?.message ?? transaction.declineReason],
    [words.facts.reason, refundReason],
    [words.facts.comments, clientReferenceInformation?.comments],
    [words.facts.phone, phoneNumber],
    [words.facts.address, address],
  ]
  return (
    <dl className="rows card">
      {facts.map(
        ([label, value]) =>
          value != null &&
          value !== false &&
          value !== '' && (
            <div key={label} className="fact">
              <dt>{label}</dt>
              <dd className="value">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** A code in words where there are some, with the code itself: people compare it with other systems. */
function codeText(texts: Readonly<Record<string, string>>, code: string | undefined | null): string | undefined {
  if (code == null) return undefined
  const text = texts[code]
  return text === undefined ? code : `${text} (${code})`
}
