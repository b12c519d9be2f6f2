import { createHash } from 'node:crypto'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Logger } from '../../platform/log/log.ts'
import type { Database, Tx } from '../../platform/postgres/database.ts'
import { type EventPresenters, presentFacts } from '../events/present-event.ts'
import { productOf } from '../webhooks/products.ts'
import { subscribersOf } from '../webhooks/webhook-store.ts'
import {
  areEventsWaiting,
  lockWaitingEvents,
  type NewDelivery,
  saveFanOut,
  takeFanOutTurn,
  type WaitingEvent,
} from './fan-out-store.ts'

export type FanOutDeps = {
  readonly database: Database
  /** The product's clock. */
  readonly clock: Clock
  readonly presenters: EventPresenters
  readonly log: Logger
}

type NumberedEvent = WaitingEvent & { readonly sequenceNumber: number }
type Subscribers = Awaited<ReturnType<typeof subscribersOf>>[number]

const ORGANIZATIONS_MAX = 50
const EVENTS_OF_EACH_MAX = 20
const PRESENTED_AT_ONCE = 4
/** A presenter that fails this often for an event is left out: the notification then has only the stored facts. */
const PRESENTATIONS_MAX = 3
const UUID_VERSION = 0x80
const UUID_VARIANT = 0x80

/** Turns events into deliveries to the webhooks that subscribe to them, a batch at a time. */
export class FanOut {
  readonly #deps: FanOutDeps
  /** The organization that had its turn last. */
  #after = ''
  readonly #failures = new Map<string, number>()

  constructor(deps: FanOutDeps) {
    this.#deps = deps
  }

  /** Fans out one batch; returns how many events it had, and whether there may be more. */
  async run(): Promise<{ readonly events: number; readonly deliveries: number; readonly isMore: boolean }> {
    const { database } = this.#deps
    return database.transaction(async (tx) => {
      if (!(await takeFanOutTurn(tx))) return { events: 0, deliveries: 0, isMore: false }
      const after = this.#after
      const page = { after, organizationsMax: ORGANIZATIONS_MAX, eventsOfEachMax: EVENTS_OF_EACH_MAX }
      const waiting = numbered(await lockWaitingEvents(tx, page))
      const organizations = new Set(waiting.map(({ organizationId }) => organizationId))
      this.#after = organizations.size < ORGANIZATIONS_MAX ? '' : ([...organizations].sort().at(-1) ?? '')
      if (waiting.length === 0) return { events: 0, deliveries: 0, isMore: after !== '' }
      const { events, deliveries } = await this.#deliveriesOf(tx, waiting)
      await saveFanOut(tx, { events, deliveries, at: this.#deps.clock.now() })
      return { events: events.length, deliveries: deliveries.length, isMore: events.length > 0 }
    })
  }

  /** Whether events wait, such as for their mails. */
  async isWaiting(): Promise<boolean> {
    return areEventsWaiting(this.#deps.database.db)
  }

  async #deliveriesOf(tx: Tx, waiting: readonly NumberedEvent[]) {
    const subscribersTo = await findSubscribers(tx, waiting)
    const data = await this.#present(waiting.filter((event) => subscribersTo(event).length > 0))
    // Events that cannot be presented now are left for the next time, with later events of the same subject.
    const unpresented = new Set<string>()
    const events: NumberedEvent[] = []
    for (const event of waiting) {
      const subject = JSON.stringify([event.organizationId, event.subject])
      if (subscribersTo(event).length > 0 && !data.has(event.eventId)) unpresented.add(subject)
      if (!unpresented.has(subject)) events.push(event)
    }
    const deliveries = events.flatMap((event) =>
      subscribersTo(event).map((webhook) => deliveryOf(event, webhook, data.get(event.eventId) ?? '{}')),
    )
    return { events, deliveries }
  }

  /** The data of each event as JSON, without events whose presenter failed. */
  async #present(events: readonly NumberedEvent[]): Promise<ReadonlyMap<string, string>> {
    const data = new Map<string, string>()
    for (let start = 0; start < events.length; start += PRESENTED_AT_ONCE) {
      const some = events.slice(start, start + PRESENTED_AT_ONCE)
      await Promise.all(
        some.map(async (event) => {
          const presented = await this.#presentOne(event)
          if (presented !== undefined) data.set(event.eventId, JSON.stringify(presented))
        }),
      )
    }
    return data
  }

  async #presentOne(event: NumberedEvent): Promise<Readonly<Record<string, string>> | undefined> {
    const { presenters, log } = this.#deps
    const product = productOf(event.type)
    if (product === undefined) return undefined
    try {
      const data = await presenters[product](event)
      this.#failures.delete(event.eventId)
      return data
    } catch (error) {
      const failures = (this.#failures.get(event.eventId) ?? 0) + 1
      this.#failures.set(event.eventId, failures)
      const { organizationId, eventId, type } = event
      log.error({ organizationId, eventId, type, failures, err: error }, 'an event could not be presented')
      if (failures < PRESENTATIONS_MAX) return undefined
      this.#failures.delete(event.eventId)
      return presentFacts(event)
    }
  }
}

/** By one statement for all events; few of them differ in organization and type. */
async function findSubscribers(
  tx: Tx,
  waiting: readonly NumberedEvent[],
): Promise<(event: NumberedEvent) => Subscribers> {
  const nameOf = ({ organizationId, type }: NumberedEvent): string => JSON.stringify([organizationId, type])
  const subscribable = waiting.filter(({ type }) => productOf(type) !== undefined)
  const different = new Map(subscribable.map((event) => [nameOf(event), event]))
  const happenings = [...different.values()].map(({ organizationId, type }) => ({ organizationId, eventType: type }))
  const found = happenings.length === 0 ? [] : await subscribersOf(tx, happenings)
  const subscribers = new Map([...different.keys()].map((name, index) => [name, found[index] ?? []]))
  return (event) => subscribers.get(nameOf(event)) ?? []
}

/** Numbers the events of each subject, which are in order. */
function numbered(events: readonly WaitingEvent[]): readonly NumberedEvent[] {
  const last = new Map<string, number>()
  return events.map((event) => {
    const subject = JSON.stringify([event.organizationId, event.subject])
    const sequenceNumber = (last.get(subject) ?? event.lastNumber) + 1
    last.set(subject, sequenceNumber)
    return { ...event, sequenceNumber }
  })
}

function deliveryOf(event: NumberedEvent, webhook: Subscribers[number], data: string): NewDelivery {
  const { organizationId, webhookId } = webhook
  const { eventId, type, sequenceNumber } = event
  const deliveryId = deliveryIdOf({ webhookId, eventId })
  return { organizationId, webhookId, deliveryId, event, productId: productOf(type) ?? '', sequenceNumber, data }
}

/** The id under which an event reaches a webhook: always the same, so that a repeated fan-out changes nothing. */
function deliveryIdOf({ webhookId, eventId }: { readonly webhookId: string; readonly eventId: string }): string {
  const bytes = createHash('sha256').update(`webhook delivery ${webhookId} ${eventId}`).digest().subarray(0, 16)
  // Version 8 of RFC 9562: made by a rule of our own.
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | UUID_VERSION, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | UUID_VARIANT, 8)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
