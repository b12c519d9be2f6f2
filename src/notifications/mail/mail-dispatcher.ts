import { Semaphore } from '../../platform/concurrency/semaphore.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { type Hold, LeasedWork, type LeaseRequest, type WorkEnd } from '../../platform/queue/leased-work.ts'
import { returnTurn } from '../mail-rates/rate-store.ts'
import { messageIdDomain } from '../senders/mail-sender.ts'
import { type AttemptDeps, attemptMail } from './attempt-mail.ts'
import { type LeasedMail, leaseMails, releaseMail, renewMails } from './lease-store.ts'
import { MailRecorder, type RecorderDeps } from './mail-recorder.ts'
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
/** Looking for mails of dead nodes reads all due mails; their leases end after 15 seconds. */
const LOST_LOOK_DELAY_MS = 900

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
  /** Organizations up to this one had their turn. */
  #after = ''
  /** By the process's own clock. */
  #nextLookForLostMs = 0
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
      release: (mail, given) => this.#release(mail, given),
      run: (mail, hold) => this.#send(mail, hold),
    })
    this.wake = this.#work.wake
    this.stop = this.#work.stop
  }

  async #lease(request: LeaseRequest): Promise<readonly Outgoing[]> {
    const { database, mailServer, isSandbox } = this.#deps
    if (mailServer === undefined && !isSandbox) {
      while ((await parkDueMails(database.db)) > 0) if (request.signal.aborted) break
      return []
    }
    // While enough of them wait, no more are leased: then one statement leases several.
    const isBusy = request.limit <= 0 || this.#turns.waiting > MAIL_CONNECTIONS_MAX
    return isBusy ? [] : this.#leaseDue(request)
  }

  async #leaseDue({ nodeId, leaseMs, limit, held }: LeaseRequest): Promise<readonly Outgoing[]> {
    const { database, mailServer, sender, mailsPerHour } = this.#deps
    const looksForLost = performance.now() >= this.#nextLookForLostMs
    const { mails, after } = await leaseMails(database.db, {
      ...{ nodeId, leaseMs, limit, domain: messageIdDomain(sender), after: this.#after },
      perHour: mailServer === undefined ? undefined : mailsPerHour,
      held: looksForLost ? [...held] : undefined,
    })
    this.#after = after
    // A dead node leaves several, which are taken one at a time.
    const isMoreLost = mails.some(({ attempts }) => attempts > 1)
    if (looksForLost && !isMoreLost) this.#nextLookForLostMs = performance.now() + LOST_LOOK_DELAY_MS
    return mails
  }

  async #release(mail: Outgoing, given: { readonly isUntried: boolean }): Promise<void> {
    const { database, mailsPerHour } = this.#deps
    await releaseMail(database.db, mail, given)
    await returnTurn(database.db, mail.organizationId, mailsPerHour)
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
