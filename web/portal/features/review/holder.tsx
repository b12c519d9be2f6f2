import { useState } from 'react'
import { useProblemText } from '../../changes/use-sent-change.ts'
import { useFormat } from '../../format/use-format.ts'
import { useMay } from '../../session/organization.ts'
import { Button } from '../../ui/button.tsx'
import { ProblemNotice } from '../../ui/problem.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useWords } from '../../words/use-words.ts'
import { type Hold, type Queued, useClaims } from './queries.ts'

type Props = {
  readonly review: Queued
  readonly hold: Hold | undefined
  readonly onTakeOver: () => Promise<void>
}

/** Says who else is on the payment, and lets a reviewer take it over. */
export function Holder({ review, hold, onTakeOver }: Props) {
  const words = useWords('review')
  const format = useFormat()
  const problemOf = useProblemText()
  const canDecide = useMay()('reviews')
  const claims = useClaims().data ?? []
  const [problem, setProblem] = useState<string>()
  const other = claims.find(({ paymentId, isOwn }) => paymentId === review.id && !isOwn)
  if (hold === 'own' || (other === undefined && hold !== 'others')) return null
  const takeOver = () =>
    onTakeOver().then(
      () => showToast(words.takenOver),
      (error: Error) => setProblem(problemOf(error)),
    )
  return (
    <div className="notice warning review-holder" role="status">
      <p className="value">
        {other === undefined
          ? words.heldBySomeone
          : words.heldBy({ name: other.name, time: format.time(other.claimedAt) })}
      </p>
      {problem !== undefined && <ProblemNotice>{problem}</ProblemNotice>}
      {canDecide && (
        <Button kind="plain" isCompact onClick={() => void takeOver()}>
          {words.takeOver}
        </Button>
      )}
    </div>
  )
}
