import { type Repetition, repeat } from '../../platform/concurrency/repeat.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { newId } from '../../platform/secrets/random.ts'
import { type AttemptDeps, attemptMail } from './attempt-mail.ts'
import { type LeasedMail, leaseMails, releaseMails, renewMails } from './lease-store.ts'
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

/** A mail that this node has leased. */
type HeldMail = {
  readonly mail: LeasedMail
  readonly stopping: AbortController
  /** By the process's own clock, so that a process that was stopped for a while notices. */
  leasedUntilMs: number
  /** Why the server refused its address before, if it did. */
  refusedBefore?: string | undefined
}

const LEASE_MS = 15_000
/** A lease is renewed this often before it would end. */
const RENEWALS_PER_LEASE = 3
/** Leased in advance, so that no connection waits for PostgreSQL. */
const HELD_MAX = 8 * MAIL_CONNECTIONS_MAX
const LOOK_DELAY_MS = 1_000
/** How long attempts may continue after the stop was requested. */
const FINISH_MS_MAX = 10_000

/**
 * Sends due mails, on any number of nodes at once. A mail is leased while it is sent, so that no two nodes send it; if
 * its node dies, the lease ends and another one repeats the mail under the same Message-ID.
 */
export class MailDispatcher {
  readonly #deps: DeliveryDeps
  readonly #nodeId = newId()
  readonly #leaseMs: number
  readonly #recorder: MailRecorder
  /** By id: those that wait, are sent or are being recorded. */
  readonly #held = new Map<string, HeldMail>()
  #waiting: HeldMail[] = []
  readonly #running = new Set<Promise<void>>()
  #sending = 0
  #isEnding = false
  readonly #looking: Repetition
  readonly #renewing: Repetition

  constructor(deps: DeliveryDeps) {
    const { log, leaseMs = LEASE_MS } = deps
    this.#deps = deps
    this.#leaseMs = leaseMs
    this.#recorder = new MailRecorder(deps)
    this.#looking = repeat({
      work: () => this.#look(),
      delayAfterFailureMs: LOOK_DELAY_MS,
      failureMessage: 'due mails could not be looked up',
      log,
    })
    this.#renewing = repeat({
      work: () => this.#renew(),
      delayAfterFailureMs: leaseMs / RENEWALS_PER_LEASE,
      failureMessage: 'leases of mails could not be renewed',
      log,
    })
  }

  readonly wake = (): void => this.#looking.wake()

  /** Mails that are being sent get some time to finish; what remains is left to other nodes. */
  async stop(): Promise<void> {
    this.#isEnding = true
    await this.#looking.stop()
    await this.#release(this.#waiting.splice(0), { isUntried: true })
    const cut = setTimeout(() => {
      for (const { stopping } of this.#held.values()) stopping.abort()
    }, FINISH_MS_MAX)
    await Promise.all(this.#running)
    clearTimeout(cut)
    await this.#renewing.stop()
  }

  async #look(): Promise<number> {
    const { database, mailServer, isSandbox } = this.#deps
    if (mailServer === undefined && !isSandbox) {
      while ((await parkDueMails(database.db)) > 0) if (this.#isEnding) break
      return LOOK_DELAY_MS
    }
    if (this.#isEnding || this.#waiting.length > MAIL_CONNECTIONS_MAX) return LOOK_DELAY_MS
    await this.#lease()
    this.#fill()
    return LOOK_DELAY_MS
  }

  async #lease(): Promise<void> {
    const { database, sender } = this.#deps
    const limit = HELD_MAX - this.#held.size
    if (limit <= 0) return
    const leasedUntilMs = performance.now() + this.#leaseMs
    const mails = await leaseMails(database.db, {
      ...{ nodeId: this.#nodeId, leaseMs: this.#leaseMs, limit, domain: messageIdDomain(sender) },
      held: [...this.#held.keys()],
    })
    if (mails.length === 0) return
    const held = mails.map((mail): HeldMail => ({ mail, stopping: new AbortController(), leasedUntilMs }))
    for (const each of held) this.#held.set(each.mail.mailId, each)
    try {
      await this.#prepare(held)
    } catch (error) {
      await this.#release(held, { isUntried: true })
      throw error
    }
    this.#waiting.push(...held)
  }

  async #prepare(held: readonly HeldMail[]): Promise<void> {
    const { database, mailServer, refreshClock } = this.#deps
    const mails = held.map(({ mail }) => mail)
    const reasons = mailServer === undefined ? undefined : await findRefusedReasons(database.db, mails)
    for (const each of held) each.refusedBefore = reasons?.get(each.mail.mailId)
    // After the lease: a sandbox's clock stands still while a mail is due, so it shows the moment of these.
    await refreshClock()
  }

  /** Sends as many mails at once as there are connections. */
  #fill(): void {
    while (this.#sending < MAIL_CONNECTIONS_MAX && !this.#isEnding) {
      const next = this.#waiting.shift()
      if (next === undefined) break
      const running: Promise<void> = this.#run(next).finally(() => this.#running.delete(running))
      this.#running.add(running)
    }
  }

  async #run(held: HeldMail): Promise<void> {
    const { log } = this.#deps
    const { mail, refusedBefore, stopping } = held
    const { organizationId, mailId, kind } = mail
    const isHeld = (): boolean => this.#held.get(mailId) === held && performance.now() < held.leasedUntilMs
    const terms = { refusedBefore, isHeld, signal: stopping.signal }
    try {
      const attempt = await this.#inTurn(() => attemptMail(this.#deps, mail, terms))
      if (attempt === undefined) return await this.#release([held], { isUntried: false })
      await this.#recorder.record({ mail, attempt })
      if (attempt.result.outcome === 'refused') await this.#releaseSameAddress(mail)
    } catch (error) {
      // The lease ends by itself, and the mail is tried again.
      log.error({ err: error, organizationId, mailId, kind }, 'what became of a mail could not be stored')
    }
    this.#forget(held)
    if (this.#waiting.length <= MAIL_CONNECTIONS_MAX) this.wake()
  }

  /** The next mail need not wait until this one is recorded. */
  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    this.#sending += 1
    try {
      return await work()
    } finally {
      this.#sending -= 1
      this.#fill()
    }
  }

  /** An address that was refused for good is not tried again: its mails are leased again, with the reason. */
  async #releaseSameAddress({ organizationId, recipient }: LeasedMail): Promise<void> {
    const isSame = ({ mail }: HeldMail): boolean =>
      mail.organizationId === organizationId &&
      mail.recipient.address.trim().toLowerCase() === recipient.address.trim().toLowerCase()
    const same = this.#waiting.filter(isSame)
    this.#waiting = this.#waiting.filter((held) => !isSame(held))
    await this.#release(same, { isUntried: true })
  }

  async #release(held: readonly HeldMail[], { isUntried }: { readonly isUntried: boolean }): Promise<void> {
    const { database, log } = this.#deps
    for (const each of held) this.#forget(each)
    try {
      await releaseMails(
        database.db,
        held.map(({ mail }) => mail),
        { nodeId: this.#nodeId, isUntried },
      )
    } catch (error) {
      // The leases end by themselves.
      log.debug({ reason: (error as Error).message }, 'leases of mails could not be released')
    }
  }

  async #renew(): Promise<number> {
    const { database } = this.#deps
    const held = [...this.#held.values()]
    const leasedUntilMs = performance.now() + this.#leaseMs
    const ours = new Set(
      await renewMails(
        database.db,
        held.map(({ mail }) => mail),
        { nodeId: this.#nodeId, leaseMs: this.#leaseMs },
      ),
    )
    for (const each of held) {
      // A node that was paused for long has lost its mails to others; a mail that has ended is not renewed either.
      if (ours.has(each.mail.mailId)) each.leasedUntilMs = leasedUntilMs
      else this.#lose(each)
    }
    return this.#leaseMs / RENEWALS_PER_LEASE
  }

  #lose(held: HeldMail): void {
    this.#forget(held)
    this.#waiting = this.#waiting.filter((each) => each !== held)
    held.stopping.abort()
  }

  #forget(held: HeldMail): void {
    if (this.#held.get(held.mail.mailId) === held) this.#held.delete(held.mail.mailId)
  }
}
