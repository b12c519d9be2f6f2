import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useApi } from '../../../api/api.ts'
import { useFormat } from '../../../format/use-format.ts'
import { Empty } from '../../../ui/empty.tsx'
import { Failed } from '../../../ui/failed.tsx'
import { More } from '../../../ui/more.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { useWords } from '../../../words/use-words.ts'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { STATUSES } from './delivery-search.ts'
import { type Delivery, deliveriesQuery, type Webhook } from './queries.ts'
import { DeliveryBadge } from './webhook-status.tsx'

const FROM = '/o/$organizationId/developers/webhooks/$webhookId'

/** The deliveries to a webhook, the newest first. */
export function Deliveries({ webhook }: { readonly webhook: Webhook }) {
  const words = useWords('webhooks')
  const { status, selected } = useSearch({ from: FROM })
  const navigate = useNavigate({ from: FROM })
  const list = useInfiniteQuery(deliveriesQuery(useApi(), { webhookId: webhook.webhookId, status }))
  const deliveries = list.data?.pages.flatMap((page) => page.deliveries) ?? []
  const shown = deliveries.find(({ notificationId }) => notificationId === selected)
  const choose = (value: string) => {
    const chosen = STATUSES.find((one) => one === value)
    void navigate({ search: chosen === undefined ? {} : { status: chosen }, replace: true })
  }
  return (
    <section className="deliveries">
      <header className="log-filters">
        <h2>{words.deliveries}</h2>
        <select
          className="compact-select"
          aria-label={words.status}
          value={status ?? ''}
          onChange={({ target }) => choose(target.value)}
        >
          <option value="">{words.allDeliveries}</option>
          {STATUSES.map((one) => (
            <option key={one} value={one}>
              {words.deliveryStatuses[one]}
            </option>
          ))}
        </select>
      </header>
      {list.isPending && <SkeletonLines />}
      {list.isError && <Failed title={words.failed} onRetry={list.refetch} />}
      {list.isSuccess && deliveries.length === 0 && status === undefined && (
        <Empty title={words.noDeliveries}>{words.noDeliveriesText}</Empty>
      )}
      {list.isSuccess && deliveries.length === 0 && status !== undefined && <Empty title={words.noneWithStatus} />}
      {deliveries.length > 0 && <DeliveryTable deliveries={deliveries} isStale={list.isPlaceholderData} />}
      <More list={list} label={words.more} />
      {shown !== undefined && (
        <DeliveryDialog
          delivery={shown}
          webhook={webhook}
          onClose={() => void navigate({ search: status === undefined ? {} : { status }, replace: true })}
        />
      )}
    </section>
  )
}

type TableProps = { readonly deliveries: readonly Delivery[]; readonly isStale: boolean }

function DeliveryTable({ deliveries, isStale }: TableProps) {
  const words = useWords('webhooks')
  const format = useFormat()
  return (
    <table className="table facts-table" aria-label={words.deliveries} aria-busy={isStale}>
      <thead>
        <tr>
          <th scope="col">{words.event}</th>
          <th scope="col">{words.status}</th>
          <th scope="col">{words.time}</th>
        </tr>
      </thead>
      <tbody>
        {deliveries.map(({ notificationId, eventType, status, reason, createdAt }) => (
          <tr key={notificationId}>
            <td className="main value">
              <Link
                from={FROM}
                to="."
                search={(before) => ({ ...before, selected: notificationId })}
                replace
                className="row-link"
              >
                <code>{eventType}</code>
              </Link>
              {reason !== undefined && <p className="quiet small">{reason}</p>}
            </td>
            <td>
              <DeliveryBadge status={status} />
            </td>
            <td className="nowrap">{format.instant(createdAt)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
