import { useFormat } from '../../format/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { InvoiceNeed, NeedGroup } from './need-group.tsx'
import type { Needs } from './queries.ts'

export function Reviews({ found }: { readonly found: Needs['reviews'] }) {
  const words = useWords('home')
  const format = useFormat()
  if (found === undefined || found.count === 0) return null
  return (
    <NeedGroup title={words.underReview} count={found.count} shown={found.entries.length} status="pending">
      {found.entries.map((entry) => (
        <InvoiceNeed key={entry.paymentId} entry={entry} action={words.actions.review}>
          {entry.decideBy === null
            ? words.waitingSince({ time: format.instant(entry.receivedAt) })
            : words.decideBy({ time: format.instant(entry.decideBy) })}
        </InvoiceNeed>
      ))}
    </NeedGroup>
  )
}

export function Disputes({ found }: { readonly found: Needs['disputes'] }) {
  const words = useWords('home')
  const { disputeKinds } = useWords('detail')
  const format = useFormat()
  if (found === undefined || found.count === 0) return null
  return (
    <NeedGroup title={words.disputes} count={found.count} shown={found.entries.length} status="overdue">
      {found.entries.map((entry) => (
        <InvoiceNeed key={`${entry.paymentId} ${entry.occurredAt}`} entry={entry} action={words.actions.openInvoice}>
          {words.disputedAt({ kind: disputeKinds[entry.kind], time: format.instant(entry.occurredAt) })}
        </InvoiceNeed>
      ))}
    </NeedGroup>
  )
}

export function Declined({ found }: { readonly found: Needs['declined'] }) {
  const words = useWords('home')
  const format = useFormat()
  if (found === undefined || found.count === 0) return null
  return (
    <NeedGroup title={words.declined} count={found.count} shown={found.entries.length} status="partial">
      {found.entries.map((entry) => (
        <InvoiceNeed key={entry.paymentId} entry={entry} action={words.actions.openInvoice}>
          {words.declinedAt({ time: format.instant(entry.declinedAt) })}
        </InvoiceNeed>
      ))}
    </NeedGroup>
  )
}

export function RefusedMails({ found }: { readonly found: Needs['refusedMails'] }) {
  const words = useWords('home')
  const format = useFormat()
  if (found === undefined || found.count === 0) return null
  return (
    <NeedGroup
      title={words.refusedMails}
      count={found.count}
      shown={found.entries.length}
      status="partial"
      all={{ undelivered: 'true' }}
    >
      {found.entries.map((entry) => (
        <InvoiceNeed key={entry.mailId} entry={entry} action={words.actions.checkAddress}>
          {words.refusedAt({ time: format.instant(entry.refusedAt) })}
          <span className="reason value quiet">
            {entry.to}
            {entry.reason !== null && ` · ${entry.reason}`}
          </span>
        </InvoiceNeed>
      ))}
    </NeedGroup>
  )
}

export function FailingWebhooks({ found }: { readonly found: Needs['webhooks'] }) {
  const words = useWords('home')
  const format = useFormat()
  if (found === undefined || found.count === 0) return null
  return (
    <NeedGroup title={words.webhooks} count={found.count} shown={found.entries.length} status="overdue">
      {found.entries.map(({ webhookId, name, isSuspended, notifications: count }) => (
        <li key={webhookId}>
          <span className="name value">{name}</span>
          {isSuspended && <span className="badge overdue">{words.suspended}</span>}
          <span className="why small">{words.notifications({ count, text: format.count(count) })}</span>
        </li>
      ))}
    </NeedGroup>
  )
}

export function FailedReports({ found }: { readonly found: Needs['reports'] }) {
  const words = useWords('home')
  const format = useFormat()
  if (found === undefined || found.count === 0) return null
  return (
    <NeedGroup title={words.reports} count={found.count} shown={found.entries.length} status="overdue">
      {found.entries.map(({ reportId, name, reason, failedAt }) => (
        <li key={reportId}>
          <span className="name value">{name}</span>
          <span className="why small">
            {words.failedAt({ time: format.instant(failedAt) })}
            {reason !== null && <span className="reason value quiet">{reason}</span>}
          </span>
        </li>
      ))}
    </NeedGroup>
  )
}
