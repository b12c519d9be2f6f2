// pure
import type { Event } from './event.ts'

/** An event as its receivers get it. */
export type StoredEvent = Event & {
  readonly eventId: string
  /** Counts the events of its subject from 1. */
  readonly sequenceNumber: number
}

/** The data of a notification's payload, all strings: the stored facts and the component's additions. */
export type EventPresenter = (event: StoredEvent) => Promise<Readonly<Record<string, string>>>

/** One for each product that webhooks subscribe to. */
export type EventPresenters = Readonly<Record<'customerInvoicing' | 'payments' | 'reporting', EventPresenter>>

/** Presents only the stored facts, as strings. */
export const presentFacts: EventPresenter = async ({ payload }) =>
  Object.fromEntries(Object.entries(payload).map(([name, fact]) => [name, String(fact)]))
