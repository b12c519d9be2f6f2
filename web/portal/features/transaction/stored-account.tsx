import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { languageText } from '../../invoice-list/filter-bar/filter-texts.ts'
import { useOrganization } from '../../session/organization.ts'
import { useMethodText } from '../../transactions/use-method-text.ts'
import { useLanguage, useWords } from '../../words/use-words.ts'
import type { TransactionDetail } from './queries.ts'

/** The account that the payer agreed to have stored, with the consent as it was given. */
export function StoredAccount({ detail: { token } }: { readonly detail: TransactionDetail }) {
  const words = useWords('transactions')
  const format = useFormat()
  const methodText = useMethodText()
  const { organizationId } = useOrganization()
  if (token === null) return null
  const { account, status, createdAt, revokedAt, lastUse } = token
  const { scheme, suffix, expirationMonth, expirationYear } = account
  const expires =
    expirationMonth === undefined ? undefined : `${String(expirationMonth).padStart(2, '0')}/${expirationYear}`
  const method = methodText({ method: scheme ?? token.method, ...(suffix !== undefined && { lastFour: suffix }) })
  return (
    <section className="card" aria-labelledby="stored-account">
      <h2 id="stored-account">{words.storedAccount}</h2>
      <p>
        <span className="value">{method}</span>{' '}
        <span className={`badge ${status === 'ACTIVE' ? 'paid' : 'canceled'}`}>{words.tokenStates[status]}</span>
      </p>
      <dl className="rows stacked">
        {expires !== undefined && <Fact label={words.expires}>{expires}</Fact>}
        <Fact label={words.storedAt}>{format.instant(createdAt)}</Fact>
        {revokedAt !== undefined && <Fact label={words.revokedAt}>{format.instant(revokedAt)}</Fact>}
        {lastUse !== undefined && (
          <Fact label={words.lastUse}>
            <Link to="/o/$organizationId/transactions/$id" params={{ organizationId, id: lastUse.transactionId }}>
              {lastUse.invoiceId}
            </Link>
            {` · ${format.instant(lastUse.submitTimeUtc)}`}
          </Fact>
        )}
      </dl>
      <Consent token={token} />
    </section>
  )
}

type ConsentProps = { readonly token: NonNullable<TransactionDetail['token']> }

function Consent({ token: { consent } }: ConsentProps) {
  const words = useWords('transactions')
  const detail = useWords('detail')
  const format = useFormat()
  const language = useLanguage()
  if (consent === undefined) return <p className="help">{words.consentErased}</p>
  return (
    <>
      <h3>{words.consent}</h3>
      <blockquote lang={consent.language}>{consent.wording}</blockquote>
      <dl className="rows stacked">
        <Fact label={words.consentAt}>{format.instant(consent.givenAt)}</Fact>
        <Fact label={words.consentLanguage}>{languageText(consent.language, language)}</Fact>
        {consent.customer.email !== undefined && <Fact label={words.filters.email}>{consent.customer.email}</Fact>}
        {consent.customer.merchantCustomerId !== undefined && (
          <Fact label={detail.customerId}>{consent.customer.merchantCustomerId}</Fact>
        )}
        {consent.ipAddress !== undefined && <Fact label={words.consentAddress}>{consent.ipAddress}</Fact>}
      </dl>
    </>
  )
}

type FactProps = { readonly label: string; readonly children: ReactNode }

function Fact({ label, children }: FactProps) {
  return (
    <div className="fact">
      <dt>{label}</dt>
      <dd className="value">{children}</dd>
    </div>
  )
}
