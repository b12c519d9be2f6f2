import { INSTALLATION } from '../../organizations/pure.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { SavingInBatches, saveSurely } from '../../platform/concurrency/saving-in-batches.ts'
import type { Logger } from '../../platform/log/log.ts'
import type { Database, Tx } from '../../platform/postgres/database.ts'
import { writeTogether } from '../../platform/postgres/write-together.ts'
import { schedule } from '../../platform/queue/agenda.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { keepMails, type MailToKeep } from '../kept-mails/kept-mail-store.ts'
import { returnTurn } from '../mail-rates/rate-store.ts'
import { writtenMailbox } from '../senders/mail-sender.ts'
import type { Attempt } from './attempt-mail.ts'
import type { ComposedMail } from './composed-mail.ts'
import type { HandOver } from './hand-over.ts'
import { inboxWrites } from './inbox-store.ts'
import type { LeasedMail } from './lease-store.ts'
import { isKeptKind, type MailKind, type OutboxMail } from './mail.ts'
import type { MailHeaders } from './mail-message.ts'
import { DELIVER_MAIL } from './outbox-store.ts'
import { deferMail, endMails, giveUpMail, refuseMail } from './outcome-store.ts'
import { refusedAddressWrite } from './refused-address-store.ts'
import { nextAttemptAt } from './retry-policy.ts'

/** Lets the component that wrote a mail react to its final refusal, in the same transaction. */
type RefusalEffect = (tx: Tx, mail: OutboxMail) => Promise<void>

export type RecorderDeps = {
  readonly database: Database
  /** The product's: retries follow it. */
  readonly clock: Clock
  readonly secrets: Secrets
  readonly isSandbox: boolean
  /** Mails of an organization that the mail server gets within an hour; an organization may have a rate of its own. */
  readonly mailsPerHour: number
  readonly refusalEffects: Readonly<Partial<Record<MailKind, RefusalEffect>>>
  readonly log: Logger
}

/** An attempt that was made, and has to be recorded. */
type Made = { readonly mail: LeasedMail; readonly attempt: Attempt }
type Ended = Made & { readonly state: 'sent' | 'dropped' }
type Failed = Exclude<HandOver, { readonly outcome: 'accepted' }>

const BATCH_MAX = 50

/** Records the outcomes of mails: successes in batches, failures one by one. */
export class MailRecorder {
  readonly #deps: RecorderDeps
  readonly #ended: SavingInBatches<Ended>

  constructor(deps: RecorderDeps) {
    this.#deps = deps
    this.#ended = new SavingInBatches({ save: (batch) => saveEnded(deps, batch), batchMax: BATCH_MAX })
  }

  /** Resolves when the attempt is committed. */
  async record(made: Made): Promise<void> {
    const { result } = made.attempt
    if (result.outcome === 'accepted') return this.#ended.add({ ...made, state: 'sent' })
    if (result.outcome === 'needless') return this.#ended.add({ ...made, state: 'dropped' })
    const { database } = this.#deps
    await saveSurely(() => database.transaction((tx) => saveFailed(tx, this.#deps, made, result)))
  }
}

async function saveEnded(deps: RecorderDeps, batch: readonly Ended[]): Promise<void> {
  const { database, clock, secrets, isSandbox, mailsPerHour } = deps
  for (const { mail, state } of batch) {
    if (state === 'dropped') await returnTurn(database.db, mail.organizationId, mailsPerHour)
  }
  const ends = batch.map(({ mail: { organizationId, mailId }, state }) => ({ organizationId, mailId, state }))
  await database.transaction(async (tx) => {
    const at = clock.now()
    const ended = await endMails(tx, ends, at)
    const made = batch.filter(({ mail }) => ended.has(mail.mailId))
    await keepMails(tx, secrets, { mails: made.flatMap(mailToKeep), at })
    if (isSandbox) for (const one of made) await keepInInbox(tx, one)
  })
}

async function saveFailed(tx: Tx, deps: RecorderDeps, made: Made, failed: Failed): Promise<void> {
  const isRefused = failed.outcome === 'refused'
  const isHeld = isRefused ? saveRefusal(tx, deps, made.mail, failed) : saveDeferral(tx, deps, made.mail, failed)
  if (!(await isHeld)) return
  if (isRefused) await keepMails(tx, deps.secrets, { mails: mailToKeep(made), at: deps.clock.now() })
  // Whatever the server answers: the inbox shows every mail of a sandbox, once.
  if (deps.isSandbox) await keepInInbox(tx, made)
}

function mailToKeep({ mail, attempt: { composed } }: Made): readonly MailToKeep[] {
  const { organizationId, mailId, kind } = mail
  if (composed === undefined || !isKeptKind(kind)) return []
  const { subject, language, html, text, attachments } = composed
  const images = attachments.flatMap(({ contentId, contentType, content }) =>
    contentId === undefined ? [] : [{ contentId, contentType, content }],
  )
  return [{ organizationId, mailId, subject, language, html, text, images }]
}

async function saveDeferral(
  tx: Tx,
  { clock, log, mailsPerHour }: RecorderDeps,
  mail: LeasedMail,
  { reason }: Failed,
): Promise<boolean> {
  const { organizationId, mailId, kind, attempts } = mail
  const at = clock.now()
  const dueAt = nextAttemptAt(attempts, at)
  log[dueAt === undefined ? 'error' : 'warn']({ organizationId, mailId, kind, attempts }, 'a mail was not accepted')
  if (dueAt === undefined) return giveUpMail(tx, mail, { reason, at })
  if (!(await deferMail(tx, mail, reason))) return false
  await returnTurn(tx, organizationId, mailsPerHour)
  await schedule(tx, { organizationId, kind: DELIVER_MAIL, subject: mailId, dueAt })
  return true
}

async function saveRefusal(
  tx: Tx,
  { clock, refusalEffects, log, mailsPerHour }: RecorderDeps,
  mail: LeasedMail,
  { reason, isAddress }: Extract<Failed, { readonly outcome: 'refused' }>,
): Promise<boolean> {
  const { organizationId, mailId, kind, attempts, recipient } = mail
  const at = clock.now()
  log.warn({ organizationId, mailId, kind, attempts }, 'a mail was refused for good')
  if (!(await refuseMail(tx, mail, { reason, at }))) return false
  await returnTurn(tx, organizationId, mailsPerHour)
  if (isAddress) {
    const address = { organizationId, address: recipient.address }
    await writeTogether(tx, [refusedAddressWrite(address, { reason, refusedAt: at })])
  }
  await refusalEffects[kind]?.(tx, mail)
  return true
}

async function keepInInbox(tx: Tx, { mail, attempt: { composed, headers } }: Made): Promise<void> {
  // An inbox belongs to an organization. A mail of the installation may have a link that opens an account.
  if (mail.organizationId === INSTALLATION || composed === undefined || headers === undefined) return
  await writeTogether(tx, inboxWrites(inboxMessage(mail, composed, headers)))
}

function inboxMessage(mail: LeasedMail, composed: ComposedMail, headers: MailHeaders) {
  const from = writtenMailbox(headers.from)
  const to = writtenMailbox(headers.to)
  return {
    ...{ mail, composed, from, to, at: headers.date },
    headers: {
      From: from,
      To: to,
      ...(headers.replyTo === undefined ? {} : { 'Reply-To': headers.replyTo }),
      Subject: headers.subject,
      Date: new Date(headers.date.epochMilliseconds).toUTCString(),
      'Message-ID': headers.messageId,
      'Auto-Submitted': 'auto-generated',
      'Content-Language': headers.language,
    },
  }
}
