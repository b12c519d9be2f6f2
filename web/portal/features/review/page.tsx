import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useApi } from '../../api/api.ts'
import { useOrganization } from '../../session/organization.ts'
import { Empty } from '../../ui/empty.tsx'
import { Page } from '../../ui/page.tsx'
import { useWords } from '../../words/use-words.ts'
import { queueQuery } from './queries.ts'
import { Queue } from './queue.tsx'
import { Review } from './review.tsx'
import { useReviewKeys } from './use-review-keys.ts'

/** The payments that wait for a decision, and the one that is looked at. */
export function ReviewPage() {
  const words = useWords('review')
  const { organizationId, hasFraudManagement, type } = useOrganization()
  const { data: queue } = useSuspenseQuery(queueQuery(useApi()))
  const { id } = useSearch({ from: '/o/$organizationId/review' })
  const navigate = useNavigate()
  const open = useCallback(
    (next: string | undefined) =>
      void navigate({
        to: '/o/$organizationId/review',
        params: { organizationId },
        search: next === undefined ? {} : { id: next },
        replace: true,
        resetScroll: false,
      }),
    [navigate, organizationId],
  )
  const ids = queue.reviews.map((review) => review.id)
  useReviewKeys({ ids, id, open })
  const shown = queue.reviews.find((review) => review.id === id)
  return (
    <Page title={words.title}>
      {!hasFraudManagement && type === 'merchant' && <p className="notice plain">{words.switchedOff}</p>}
      {queue.reviews.length === 0 ? (
        <Empty title={words.empty}>{words.emptyText}</Empty>
      ) : (
        <div className={shown === undefined ? 'review-page' : 'review-page opened'}>
          <Queue queue={queue} shownId={id} />
          {shown === undefined ? (
            <p className="quiet review-hint">{words.choose}</p>
          ) : (
            <Review
              key={shown.id}
              review={shown}
              now={queue.submitTimeUtc}
              onDone={() => open(nextOf(ids, shown.id))}
            />
          )}
        </div>
      )}
    </Page>
  )
}

/** After a decision the next one of the queue is shown, or the one before at its end. */
function nextOf(ids: readonly string[], id: string): string | undefined {
  const at = ids.indexOf(id)
  return ids[at + 1] ?? ids[at - 1]
}
