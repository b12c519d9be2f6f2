import { Link } from '@tanstack/react-router'
import { useFormat } from '../../format/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { InvoiceNeed, NeedGroup, useActionFace } from './need-group.tsx'
import type { Needs } from './queries.ts'

export function Reviews({ found }: { readonly found: Needs['reviews'] }) {
  const words = useWords('home')
  const format = useFormat()
  if (found === undefined || found.count === 0) return null
  return (
    <NeedGroup
      title={words.underReview}
      count={found.count}
      shown={found.entries.length}
      status="pending"
      all={(text) => (
        <Link className="all" to="/o/$organizationId/review" from="/o/$organizationId">
          {text}
        </Link>
      )}
    >
      {found.entries.map((entry) => (
        <InvoiceNeed
          key={entry.paymentId}
          entry={entry}
          action={words.actions.review}
          link={(face) => (
            <Link
              to="/o/$organizationId/review"
              params={{ organizationId: entry.organizationId }}
              search={{ id: entry.paymentId }}
              {...face}
            />
          )}
        >
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
        <InvoiceNeed
          key={`${entry.paymentId} ${entry.occurredAt}`}
          entry={entry}
          action={words.actions.openPayment}
          link={(face) => <PaymentLink entry={entry} face={face} />}
        >
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
        <InvoiceNeed
          key={entry.paymentId}
          entry={entry}
          action={words.actions.openInvoice}
          link={(face) => <InvoiceLink entry={entry} face={face} />}
        >
          {[words.declinedAt({ time: format.instant(entry.declinedAt) }), words.declineReasons[entry.reason ?? '']]
            .filter((text) => text !== undefined)
            .join(' · ')}
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
      all={(text) => (
        <Link
          className="all"
          to="/o/$organizationId/invoices"
          from="/o/$organizationId"
          search={{ undelivered: 'true' }}
        >
          {text}
        </Link>
      )}
    >
      {found.entries.map((entry) => (
        <InvoiceNeed
          key={entry.mailId}
          entry={entry}
          action={words.actions.checkAddress}
          link={(face) => <InvoiceLink entry={entry} face={face} />}
        >
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

type LinkProps<Entry> = { readonly entry: Entry; readonly face: ReturnType<typeof useActionFace> }
type OfInvoice = { readonly organizationId: string; readonly invoiceId: string }
type OfPayment = { readonly organizationId: string; readonly paymentId: string }

function InvoiceLink({ entry: { organizationId, invoiceId }, face }: LinkProps<OfInvoice>) {
  return <Link to="/o/$organizationId/invoices/$number" params={{ organizationId, number: invoiceId }} {...face} />
}

function PaymentLink({ entry: { organizationId, paymentId }, face }: LinkProps<OfPayment>) {
  return <Link to="/o/$organizationId/transactions/$id" params={{ organizationId, id: paymentId }} {...face} />
}

export function FailingWebhooks({ found }: { readonly found: Needs['webhooks'] }) {
  const words = useWords('home')
  if (found === undefined || found.count === 0) return null
  return (
    <NeedGroup
      title={words.webhooks}
      count={found.count}
      shown={found.entries.length}
      status="overdue"
      all={(text) => (
        <Link className="all" to="/o/$organizationId/developers/webhooks" from="/o/$organizationId">
          {text}
        </Link>
      )}
    >
      {found.entries.map((entry) => (
        <FailingWebhook key={entry.webhookId} entry={entry} />
      ))}
    </NeedGroup>
  )
}

type Entry<Group extends 'webhooks' | 'reports'> = NonNullable<Needs[Group]>['entries'][number]

function FailingWebhook({ entry }: { readonly entry: Entry<'webhooks'> }) {
  const words = useWords('home')
  const format = useFormat()
  const { webhookId, name, isSuspended, notifications: count } = entry
  return (
    <li>
      <span className="name value">{name}</span>
      {isSuspended && <span className="badge overdue">{words.suspended}</span>}
      <span className="why small">{words.notifications({ count, text: format.count(count) })}</span>
      <Link
        to="/o/$organizationId/developers/webhooks/$webhookId"
        from="/o/$organizationId"
        params={{ webhookId }}
        {...useActionFace(words.actions.openWebhook, name)}
      />
    </li>
  )
}

export function FailedReports({ found }: { readonly found: Needs['reports'] }) {
  const words = useWords('home')
  if (found === undefined || found.count === 0) return null
  return (
    <NeedGroup
      title={words.reports}
      count={found.count}
      shown={found.entries.length}
      status="overdue"
      all={(text) => (
        <Link className="all" to="/o/$organizationId/reports" from="/o/$organizationId" search={{ state: 'failed' }}>
          {text}
        </Link>
      )}
    >
      {found.entries.map((entry) => (
        <FailedReport key={entry.reportId} entry={entry} />
      ))}
    </NeedGroup>
  )
}

function FailedReport({ entry: { reportId, name, reason, failedAt } }: { readonly entry: Entry<'reports'> }) {
  const words = useWords('home')
  const format = useFormat()
  return (
    <li>
      <span className="name value">{name}</span>
      <span className="why small">
        {words.failedAt({ time: format.instant(failedAt) })}
        {reason !== null && <span className="reason value quiet">{reason}</span>}
      </span>
      <Link
        to="/o/$organizationId/reports/$reportId"
        from="/o/$organizationId"
        params={{ reportId }}
        {...useActionFace(words.actions.openReport, name)}
      />
    </li>
  )
}
