import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { useMay, useOrganization } from '../../session/organization.ts'
import { Button } from '../../ui/button.tsx'
import { Failed } from '../../ui/failed.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { useWords } from '../../words/use-words.ts'
import { isUrgent, spanBetween } from './deadline.ts'
import { DecisionDialog } from './decision-dialog.tsx'
import { Facts } from './facts.tsx'
import { Holder } from './holder.tsx'
import { type Queued, useReviewFacts } from './queries.ts'
import { useSpanText } from './queue.tsx'
import { useHold } from './use-hold.ts'

type Props = { readonly review: Queued; readonly now: string; readonly onDone: () => void }

/** One payment under review: the amount and the decision, then what helps to decide. */
export function Review({ review, now, onDone }: Props) {
  const words = useWords('review')
  const format = useFormat()
  const spanText = useSpanText()
  const { organizationId } = useOrganization()
  const canDecide = useMay()('reviews')
  const { hold, takeOver } = useHold(review.id, { isOffered: canDecide })
  const facts = useReviewFacts(review.id)
  const [decision, decide] = useState<'accept' | 'reject'>()
  const { amount, currency, decideBy, isDeciding, invoiceId } = review
  const reason = reasonOf({ canDecide, isDeciding, isHeld: hold === 'own' }, words)
  return (
    <section className="review" aria-labelledby="review">
      <Link to="/o/$organizationId/review" params={{ organizationId }} search={{}} className="back-link">
        <ArrowLeft size={16} aria-hidden="true" />
        {words.queue}
      </Link>
      <header className="card review-head">
        <div>
          <h2 id="review" className="amount money">
            {format.amount(amount, currency)}
          </h2>
          <p className="value">
            <Link to="/o/$organizationId/invoices/$number" params={{ organizationId, number: invoiceId }}>
              {words.invoice({ number: invoiceId })}
            </Link>
          </p>
          {decideBy !== undefined && (
            <p className={isUrgent(now, decideBy) ? 'late' : 'quiet'}>
              {words.deadline({ time: format.instant(decideBy), span: spanText(spanBetween(now, decideBy)) })}
            </p>
          )}
        </div>
        <div className="decisions">
          <Button
            kind="plain"
            disabled={reason !== undefined}
            data-key="r"
            aria-keyshortcuts="r"
            onClick={() => decide('reject')}
          >
            {words.reject} <kbd>r</kbd>
          </Button>
          <Button disabled={reason !== undefined} data-key="a" aria-keyshortcuts="a" onClick={() => decide('accept')}>
            {words.accept} <kbd>a</kbd>
          </Button>
        </div>
        {reason !== undefined && <p className="quiet small">{reason}</p>}
      </header>
      <Holder review={review} hold={hold} onTakeOver={takeOver} />
      {facts.isPending && <SkeletonLines count={6} />}
      {facts.isError && facts.data === undefined && <Failed title={words.failed} onRetry={facts.refetch} />}
      {facts.data !== undefined && <Facts facts={facts.data} />}
      {decision !== undefined && (
        <DecisionDialog review={review} decision={decision} onClose={() => decide(undefined)} onDone={onDone} />
      )}
    </section>
  )
}

type State = { readonly canDecide: boolean; readonly isDeciding: boolean; readonly isHeld: boolean }
type Reasons = Readonly<Record<'notYours' | 'isDeciding' | 'notHeld', string>>

/** Why the person cannot decide now; undefined if they can. */
function reasonOf({ canDecide, isDeciding, isHeld }: State, words: Reasons): string | undefined {
  if (!canDecide) return words.notYours
  if (isDeciding) return words.isDeciding
  return isHeld ? undefined : words.notHeld
}
