import type { Actor } from '../../kernel/actor.ts'
import { AppError } from '../../kernel/errors.ts'
import {
  checked,
  invalid,
  isObject,
  listOf,
  members,
  optional,
  type Reader,
  refused,
  required,
  valueOrThrow,
} from '../../kernel/reading/reading.ts'
import { given, instant, oneOf, plainText, text } from '../../kernel/reading/text-readers.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import { writeTogether } from '../../platform/postgres/write-together.ts'
import { audit, lockNamed } from '../webhooks/change-webhooks.ts'
import { type Replay, replayDeliveries } from './log-store.ts'

const HOURS_MAX = 24 * 366
const IDS_MAX = 1_000
const TEXT_LENGTH_MAX = 255
const TRACE_ID = /^([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})(?:-\d{1,9})?$/i

export const hoursBack: Reader<number> = (raw, field) => {
  const value = typeof raw === 'string' ? Number(raw) : raw
  return typeof value === 'number' && value > 0 && value <= HOURS_MAX
    ? { value }
    : refused(field, `must be a number of hours up to ${HOURS_MAX}`)
}
/** The id of a notification, or the trace id of one of its attempts. */
export const traceId = text('must be the id of a notification or of an attempt', (id) => TRACE_ID.test(id))
const name = optional(given(plainText(TEXT_LENGTH_MAX)))

const BODY = members({
  byDeliveryStatus: optional(
    members({
      status: required(given(oneOf(['FAILED', 'DELIVERED']))),
      startTime: optional(given(instant)),
      endTime: optional(given(instant)),
      hoursBack: optional(hoursBack),
      productId: name,
      eventType: name,
    }),
  ),
  byTransactionTraceIdentifiers: optional(
    checked(listOf(traceId), ({ length }) =>
      length === 0 || length > IDS_MAX
        ? [invalid('byTransactionTraceIdentifiers', `must have 1 to ${IDS_MAX} elements`)]
        : [],
    ),
  ),
})

/** Reads which deliveries are requested again. */
export function readReplay(body: unknown, now: Temporal.Instant): Replay {
  const raw = isObject(body) ? body : {}
  const read = valueOrThrow(BODY(raw, ''))
  const { byDeliveryStatus: chosen, byTransactionTraceIdentifiers: ids } = read
  if ((chosen === undefined) === (ids === undefined)) {
    const reason = 'is required, or byTransactionTraceIdentifiers instead'
    throw new AppError('invalid', 'INVALID_DATA', `byDeliveryStatus ${reason}.`, [
      { field: 'byDeliveryStatus', reason },
    ])
  }
  if (ids !== undefined) return { notificationIds: ids.map((id) => TRACE_ID.exec(id)?.[1]?.toLowerCase() ?? '') }
  const { status = 'FAILED', startTime, endTime, hoursBack: hours, productId, eventType } = chosen ?? {}
  const since = hours === undefined ? undefined : now.subtract({ seconds: Math.round(hours * 3600) })
  return { status, productId, eventType, from: startTime ?? since, to: endTime }
}

type ReplayDeps = { readonly clock: Clock; readonly machineClock: Clock }

/** Sends finished deliveries of a webhook again; returns how many. */
export async function replay(
  deps: ReplayDeps,
  db: Transactions,
  actor: Actor,
  { webhookId, which }: { readonly webhookId: string; readonly which: Replay },
): Promise<number> {
  return db.transaction(async (tx) => {
    const webhook = await lockNamed(tx, actor, webhookId)
    const count = await replayDeliveries(tx, webhook, which)
    if (webhook.status === 'INACTIVE' && count > 0) {
      throw new AppError('invalid', 'ACTION_NOT_ALLOWED', 'The webhook is inactive; set its status to ACTIVE first.', [
        { field: 'status', reason: 'must be ACTIVE or SUSPENDED' },
      ])
    }
    await writeTogether(tx, [...audit(deps, actor, 'webhook.replayed', webhook)])
    return count
  })
}
