import { Link } from '@tanstack/react-router'
import { useFormat } from '../../format/use-format.ts'
import { useMethodText } from '../../transactions/use-method-text.ts'
import { useLanguage, useWords } from '../../words/use-words.ts'
import { isUrgent, type Span, spanBetween } from './deadline.ts'
import { type Claim, type Queued, type ReviewQueue, useClaims } from './queries.ts'

type Props = { readonly queue: ReviewQueue; readonly shownId: string | undefined }

/** Waiting payments, the most urgent first, with the people who look at them. */
export function Queue({ queue, shownId }: Props) {
  const words = useWords('review')
  const format = useFormat()
  const claims = useClaims().data ?? []
  const { reviews, totalReviews, submitTimeUtc } = queue
  return (
    <section className="review-queue" aria-label={words.queue}>
      <p className="quiet small" role="status">
        {words.count({ count: totalReviews, text: format.count(totalReviews) })}
      </p>
      <ul>
        {reviews.map((review) => (
          <li key={review.id}>
            <QueueLink
              review={review}
              now={submitTimeUtc}
              isShown={review.id === shownId}
              claim={claims.find(({ paymentId }) => paymentId === review.id)}
            />
          </li>
        ))}
      </ul>
      {totalReviews > reviews.length && <p className="notice plain">{words.more}</p>}
    </section>
  )
}

type LinkProps = {
  readonly review: Queued
  readonly now: string
  readonly isShown: boolean
  readonly claim: Claim | undefined
}

function QueueLink({ review, now, isShown, claim }: LinkProps) {
  const words = useWords('review')
  const invoices = useWords('invoices')
  const format = useFormat()
  const spanText = useSpanText()
  const methodText = useMethodText()
  const { id, amount, currency, customer, submitTimeUtc, decideBy, method, account } = review
  const paidWith = methodText({
    method: account.scheme ?? method,
    ...(account.suffix !== undefined && { lastFour: account.suffix }),
  })
  return (
    <Link
      to="/o/$organizationId/review"
      from="/o/$organizationId"
      search={{ id }}
      replace
      resetScroll={false}
      {...(isShown && { 'aria-current': 'true' as const })}
    >
      <span className="who value">{customer.name ?? customer.email ?? invoices.unnamed}</span>
      <span className="money">{format.amount(amount, currency)}</span>
      <span className="quiet small">
        {words.waits({ span: spanText(spanBetween(submitTimeUtc, now)) })} · <span className="value">{paidWith}</span>
      </span>
      {decideBy !== undefined && (
        <span className={isUrgent(now, decideBy) ? 'late small' : 'quiet small'}>
          {words.left({ span: spanText(spanBetween(now, decideBy)) })}
        </span>
      )}
      {claim !== undefined && (
        <span className="badge pending">{claim.isOwn ? words.you : words.someone({ name: claim.name })}</span>
      )}
    </Link>
  )
}

/** 3 hours, 3 Stunden. */
export function useSpanText(): (span: Span) => string {
  const language = useLanguage()
  return ({ count, unit }) =>
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}
