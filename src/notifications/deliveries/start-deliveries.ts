import type { Clock } from '../../platform/clock/clock.ts'
import { type Repetition, repeat } from '../../platform/concurrency/repeat.ts'
import type { Logger } from '../../platform/log/log.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { openPersistentConnection } from '../../platform/postgres/persistent-connection.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { EVENTS_CHANNEL } from '../events/event-store.ts'
import type { EventPresenters } from '../events/present-event.ts'
import { AttemptRecorder } from './attempt-recorder.ts'
import type { AttemptResult } from './delivery.ts'
import { Dispatcher } from './dispatcher.ts'
import { FanOut } from './fan-out.ts'
import { ReceiverPace } from './receiver-pace.ts'

export type DeliveryOptions = {
  readonly database: Database
  /** Where PostgreSQL is, for a connection that listens. */
  readonly url: string
  /** The product's clock. */
  readonly clock: Clock
  readonly machineClock: Clock
  /** Makes the clock show moves of other nodes. */
  readonly refreshClock: () => Promise<void>
  readonly secrets: Secrets
  readonly outbound: Pick<Outbound, 'request'>
  readonly presenters: EventPresenters
  readonly log: Logger
  readonly onAttempt?: (result: AttemptResult) => void
  readonly leaseMs?: number
}

export type RunningDeliveries = Repetition & { readonly moveTo: (url: string) => void }

/** PostgreSQL announces new work immediately; this interval finds announcements that were missed. */
const LOOK_DELAY_MS = 1_000
/** Events that wait for a mail are not announced. */
const SOON_MS = 250

/** Starts fanning out events and sending deliveries; any number of nodes may do so concurrently. */
export async function startDeliveries(options: DeliveryOptions): Promise<RunningDeliveries> {
  const { url, log, refreshClock, onAttempt = () => {} } = options
  const fanOut = new FanOut(options)
  const recorder = new AttemptRecorder(options)
  const dispatcher = new Dispatcher({ ...options, recorder, pace: new ReceiverPace(), onAttempt })
  const fanning = repeat({
    work: async (signal) => {
      await refreshClock()
      for (let isMore = true; isMore && !signal.aborted; ) {
        const batch = await fanOut.run()
        if (batch.deliveries > 0) dispatcher.wake()
        isMore = batch.isMore
      }
      return (await fanOut.isWaiting()) ? SOON_MS : LOOK_DELAY_MS
    },
    delayAfterFailureMs: LOOK_DELAY_MS,
    failureMessage: 'events could not be fanned out to webhooks',
    log,
  })
  const wake = (): void => {
    fanning.wake()
    dispatcher.wake()
  }
  const stop = async (): Promise<void> => {
    await fanning.stop()
    await dispatcher.stop()
  }
  try {
    const connection = await openPersistentConnection({
      ...{ url, name: 'quittance webhooks', log },
      prepare: async (client) => {
        client.on('notification', wake)
        await client.query(`listen ${EVENTS_CHANNEL}`)
      },
      absenceMessage: 'events are noticed late: no connection for notifications',
    })
    const end = async (): Promise<void> => {
      await connection.end()
      await stop()
    }
    return { wake, stop: end, moveTo: connection.moveTo }
  } catch (error) {
    await stop()
    throw error
  }
}
