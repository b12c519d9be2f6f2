import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { FirstSteps } from '../../first-steps/first-steps.tsx'
import { useFormat } from '../../format/use-format.ts'
import { useListedMerchants } from '../../invoice-list/merchants.ts'
import { useOrganization } from '../../session/organization.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Failed } from '../../ui/failed.tsx'
import { Page } from '../../ui/page.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { useWords } from '../../words/use-words.ts'
import { AttentionList } from './attention-list.tsx'
import { type Attention, useAttention } from './queries.ts'

/** Lists what needs attention, and says so if nothing does. */
export function HomePage() {
  const [words, shell] = [useWords('home'), useWords('shell')]
  const { name } = useOrganization()
  const { zone } = useFormat()
  const attention = useAttention()
  return (
    <Page title={words.title} heading={<span className="value">{name}</span>}>
      <FirstSteps />
      {attention.isPending && <SkeletonLines count={6} />}
      {attention.isError && <Failed title={words.failed} onRetry={attention.refetch} />}
      {attention.data !== undefined && <Found attention={attention.data} />}
      <p className="zone quiet small">{shell.timesIn(zone)}</p>
    </Page>
  )
}

function Found({ attention: { today, overdue, underReview, refusedMails } }: { readonly attention: Attention }) {
  const words = useWords('home')
  const format = useFormat()
  const shown = [overdue, underReview, refusedMails].flatMap(({ invoices }) => invoices)
  const named = shown.flatMap(({ merchantId }) => (merchantId === undefined ? [] : [{ organizationId: merchantId }]))
  const merchants = useListedMerchants(named.length === 0 ? [] : [named])
  const count = overdue.count + underReview.count + refusedMails.count
  if (count === 0) return <Nothing />
  return (
    <>
      <p className="lead">{words.attention({ count, text: format.count(count) })}</p>
      <div className="attention">
        <AttentionList
          title={words.overdue}
          text={words.overdueText}
          found={overdue}
          all={{ view: 'overdue', sort: 'dueDate:asc' }}
          merchants={merchants}
          today={today}
          status="overdue"
        />
        <AttentionList
          title={words.underReview}
          text={words.underReviewText}
          found={underReview}
          all={{ view: 'open', status: 'PENDING' }}
          merchants={merchants}
          today={today}
          status="pending"
        />
        <AttentionList
          title={words.refusedMails}
          text={words.refusedMailsText}
          found={refusedMails}
          all={{ undelivered: 'true' }}
          merchants={merchants}
          today={today}
          status="partial"
        />
      </div>
    </>
  )
}

/** A calm end: nothing is to do, and here is where everything is. */
function Nothing() {
  const words = useWords('home')
  return (
    <div className="calm">
      <CircleCheck size={32} aria-hidden="true" />
      <h2>{words.nothing}</h2>
      <p className="quiet">{words.nothingText}</p>
      <Link className={buttonClass({ kind: 'plain' })} to="/o/$organizationId/invoices" from="/o/$organizationId">
        {words.toInvoices}
      </Link>
    </div>
  )
}
