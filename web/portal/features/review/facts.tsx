import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { useOrganization } from '../../session/organization.ts'
import { useMethodText } from '../../transactions/use-method-text.ts'
import { useLanguage, useWords } from '../../words/use-words.ts'
import { Earlier } from './earlier.tsx'
import type { ReviewFacts } from './queries.ts'

/** The facts for a decision: payer, means of payment, checks, rules that fired, and earlier payments. */
export function Facts({ facts }: { readonly facts: ReviewFacts }) {
  const words = useWords('review')
  const transactions = useWords('transactions')
  const format = useFormat()
  const language = useLanguage()
  const methodText = useMethodText()
  const { organizationId } = useOrganization()
  const { review, account, checks, risk, payment } = facts
  const { customer, method } = review
  const shown = methodText({
    method: account.scheme ?? method,
    ...(account.suffix !== undefined && { lastFour: account.suffix }),
  })
  const country = risk.cardCountry && new Intl.DisplayNames(language, { type: 'region' }).of(risk.cardCountry)
  const email = customer.email !== undefined && (
    <Link to="/o/$organizationId/transactions" params={{ organizationId }} search={{ email: customer.email }}>
      {customer.email}
    </Link>
  )
  const shipTo = payment.payer?.shipTo
  const address =
    shipTo && [shipTo.name, shipTo.address1, shipTo.city, shipTo.zip, shipTo.country].filter(Boolean).join(', ')
  const rows: readonly (readonly [string, ReactNode])[] = [
    [transactions.columns.customer, customer.name],
    [transactions.filters.email, email],
    [transactions.facts.phone, payment.payer?.phone],
    [words.shipTo, address],
    [transactions.columns.method, shown],
    [words.bin, account.bin],
    [words.cardCountry, country],
    [words.network, risk.network],
    [transactions.facts.addressCheck, coded(transactions.checks, checks.address)],
    [transactions.facts.cardCheck, coded(transactions.cardChecks, checks.securityCode)],
    [transactions.facts.authentication, checks.authentication && transactions.authentications[checks.authentication]],
    [words.since, format.instant(review.submitTimeUtc)],
  ]
  return (
    <>
      {risk.rules.length > 0 && (
        <section className="card" aria-labelledby="rules">
          <h3 id="rules">{words.rules}</h3>
          <ul className="review-rules">
            {risk.rules.map((rule) => (
              <li key={rule} className="value">
                {rule}
              </li>
            ))}
          </ul>
        </section>
      )}
      <dl className="rows card">
        {rows.map(
          ([label, value]) =>
            value !== undefined &&
            value !== false &&
            value !== '' && (
              <div key={label} className="fact">
                <dt>{label}</dt>
                <dd className="value">{value}</dd>
              </div>
            ),
        )}
      </dl>
      <Earlier facts={facts} />
    </>
  )
}

function coded(texts: Readonly<Record<string, string>>, code: string | undefined): string | undefined {
  return code === undefined ? undefined : `${texts[code] ?? ''} (${code})`.trim()
}
