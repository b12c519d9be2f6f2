// pure
import { type Html, html } from '../../kernel/markup/html.ts'
import { isObject } from '../../kernel/reading/reading.ts'
import { instantTag } from '../../organizations/pure.ts'

/** The parts of a delivery that the page shows. */
export type ShownDelivery = {
  readonly id: string
  readonly name: string
  readonly organizationId: string
  readonly receivedAt: Temporal.Instant
  readonly headers: Readonly<Record<string, string>>
  /** At most one character longer than the page shows. */
  readonly body: string
  readonly answered: number
  readonly isVerified: boolean
  readonly reason: string | undefined
}

export const BODY_LENGTH_MAX = 20_000

/** A line about the delivery that opens to show all of it. */
export function deliveryItem(delivery: ShownDelivery): Html {
  const { id, name, receivedAt, headers, answered, isVerified, reason } = delivery
  const isAccepted = answered >= 200 && answered < 300
  return html`<li data-key="${id}"><details>
<summary class="fold overview">
<span class="event value">${headers['v-c-event-type'] ?? 'No event type'}</span>
<span class="verdict"><span class="badge ${isVerified ? 'paid' : 'overdue'}">${isVerified ? '✓ Verified' : '× Not verified'}</span></span>
<span class="answer"><span class="badge ${isAccepted ? 'draft' : 'partial'}">Answered ${answered}</span></span>
<span class="at quiet">${instantTag(receivedAt)}</span>
<span class="which quiet value">${attemptOf(headers)}${name}</span>
${reason !== undefined && html`<span class="reason">${reason}</span>`}
</summary>
${deliveryDetails(delivery)}
</details></li>`
}

function deliveryDetails({ organizationId, headers, body }: ShownDelivery): Html {
  const notificationId = notificationIdIn(body)
  const facts = [
    ['Notification', notificationId],
    ['Webhook', headers['v-c-webhook-id']],
    ['Organization', organizationId],
  ] as const
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return html`<div class="delivery">
<dl class="rows">${facts.map(([term, value]) => value !== undefined && html`<div class="fact"><dt>${term}</dt><dd class="value">${value}</dd></div>`)}</dl>
<h2>Body</h2>
<pre>${shownBody(body)}</pre>
<details><summary class="fold">Headers</summary><pre>${lines.join('\n')}</pre></details>
</div>`
}

/** JSON with one member per line; anything else as it came. */
function shownBody(body: string): string {
  if (body === '') return '(empty)'
  if (body.length > BODY_LENGTH_MAX) return `${body.slice(0, BODY_LENGTH_MAX)}… (cut; the API has all of it)`
  const parsed = parsedJson(body)
  return parsed === undefined ? body : JSON.stringify(parsed, null, 2)
}

function notificationIdIn(body: string): string | undefined {
  const parsed = parsedJson(body)
  const id = isObject(parsed) ? parsed['notificationId'] : undefined
  return typeof id === 'string' ? id : undefined
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The trace id of a notification ends with the number of its attempt, from 0. */
function attemptOf(headers: ShownDelivery['headers']): string {
  const [, number] = /-(\d{1,4})$/.exec(headers['v-c-transaction-trace-id'] ?? '') ?? []
  return number === undefined ? '' : `Attempt ${Number(number) + 1} · `
}
