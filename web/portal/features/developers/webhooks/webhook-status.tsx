import { useWords } from '../../../words/use-words.ts'
import type { DeliveryStatus, Webhook } from './queries.ts'

const COLORS = { ACTIVE: 'paid', INACTIVE: 'canceled', SUSPENDED: 'overdue' } as const

export function WebhookStatus({ status }: Pick<Webhook, 'status'>) {
  const words = useWords('webhooks')
  return <span className={`badge ${COLORS[status]}`}>{words.statuses[status]}</span>
}

const DELIVERY_COLORS = {
  PENDING: 'open',
  RETRYING: 'partial',
  QUEUED: 'partial',
  DELIVERED: 'paid',
  FAILED: 'overdue',
} as const

export function DeliveryBadge({ status }: { readonly status: DeliveryStatus }) {
  const words = useWords('webhooks')
  return <span className={`badge ${DELIVERY_COLORS[status]}`}>{words.deliveryStatuses[status]}</span>
}
