import { Semaphore } from '../../platform/concurrency/semaphore.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { type Hold, LeasedWork, type LeaseRequest, type WorkEnd } from '../../platform/queue/leased-work.ts'
import { type AttemptDeps, attemptMail } from './attempt-mail.ts'
import { type LeasedMail, leaseMails, releaseMail, renewMails } from './lease-store.ts'
import { MailRecorder, type RecorderDeps } from './mail-recorder.ts'
import { messageIdDomain } from './mail-sender.ts'
import { MAIL_CONNECTIONS_MAX } from './mail-server.ts'
import { parkDueMails } from './outbox-store.ts'
import { findRefusedReasons } from './refused-address-store.ts'

export type DeliveryDeps = AttemptDeps &
  RecorderDeps & {
    readonly database: Database
    /** Makes the clock show moves of other nodes. */
    readonly refreshClock: () => Promise<void>
    /** By the machine's clock; default: 15 seconds. */
    readonly leaseMs?: number
  }

/** A mail, and why the server refused its address before, if it did. */
type Outgoing = LeasedMail & { refusedBefore?: string | undefined }

/** Leased in advance, so that no connection waits for PostgreSQL. */
const HELD_MAX = 8 * MAIL_CONNECTIONS_MAX
const FINISH_MS_MAX = 10_000

/**
 * Sends due mails, on any number of nodes at the same time. A mail is leased while it is sent; if its node dies, another
 * one repeats the mail under the same Message-ID.
 */
export class MailDispatcher {
  readonly #deps: DeliveryDeps
  readonly #recorder: MailRecorder
  /** As many mails are sent at a time as there are connections. */
  readonly #turns = new Semaphore({ concurrencyMax: MAIL_CONNECTIONS_MAX })
  readonly #work: LeasedWork<Outgoing>
  readonly wake: () => void
  /** Running attempts get some time to finish; the rest is left to other nodes. */
  readonly stop: () => Promise<void>

  constructor(deps: DeliveryDeps) {
    const { database, leaseMs, log } = deps
    this.#deps = deps
    this.#recorder = new MailRecorder(deps)
    this.#work = new LeasedWork({
      ...{ name: 'mails', heldMax: HELD_MAX, finishMsMax: FINISH_MS_MAX, leaseMs, log },
      keyOf: ({ mailId }) => mailId,
      idsOf: ({ organizationId, mailId, kind }) => ({ organizationId, mailId, kind }),
      lease: (request) => this.#lease(request),
      prepare: (mails) => this.#prepare(mails),
      renew: (mails, lease) => renewMails(database.db, mails, lease),
      release: (mail, given) => releaseMail(database.db, mail, given),
      run: (mail, hold) => this.#send(mail, hold),
    })
    this.wake = this.#work.wake
    this.stop = this.#work.stop
  }

  async #lease({ nodeId, leaseMs, limit, held, signal }: LeaseRequest): Promise<readonly Outgoing[]> {
    const { database, mailServer, isSandbox, sender } = this.#deps
    if (mailServer === undefined && !isSandbox) {
      while ((await parkDueMails(database.db)) > 0) if (signal.aborted) break
      return []
    }
    // While enough of them wait, no more are leased: then one statement leases several.
    if (limit <= 0 || this.#turns.waiting > MAIL_CONNECTIONS_MAX) return []
    const domain = messageIdDomain(sender)
    return leaseMails(database.db, { nodeId, leaseMs, limit, domain, held: [...held] })
  }

  async #prepare(mails: readonly Outgoing[]): Promise<void> {
    const { database, mailServer, refreshClock } = this.#deps
    const reasons = mailServer === undefined ? undefined : await findRefusedReasons(database.db, mails)
    for (const mail of mails) mail.refusedBefore = reasons?.get(mail.mailId)
    // After the lease: a sandbox's clock stops while a mail is due, so it shows the time of these mails.
    await refreshClock()
  }

  async #send(mail: Outgoing, { soft, hard, isHeld }: Hold): Promise<WorkEnd> {
    const endTurn = await this.#turns.take(soft).catch(() => undefined)
    if (endTurn === undefined) return 'untried'
    const terms = { refusedBefore: mail.refusedBefore, isHeld, signal: hard }
    // The next mail need not wait until this one is recorded.
    const attempt = await attemptMail(this.#deps, mail, terms).finally(endTurn)
    if (attempt === undefined) return 'tried'
    await this.#recorder.record({ mail, attempt })
    // An address that was refused for good is not tried again: its mails are leased again, with the reason.
    if (attempt.result.outcome === 'refused') this.#work.giveBack((other) => hasSameRecipient(other, mail))
    return 'done'
  }
}

function hasSameRecipient(one: LeasedMail, other: LeasedMail): boolean {
  const addressOf = ({ recipient }: LeasedMail): string => recipient.address.trim().toLowerCase()
  return one.organizationId === other.organizationId && addressOf(one) === addressOf(other)
}
