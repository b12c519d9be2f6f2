import type { Clock } from '../../platform/clock/clock.ts'
import type { Logger } from '../../platform/log/log.ts'
import type { Database, Tx } from '../../platform/postgres/database.ts'
import { writeTogether } from '../../platform/postgres/write-together.ts'
import { schedule } from '../../platform/queue/agenda.ts'
import type { ComposedMail, MailComposers } from './composed-mail.ts'
import { type HandOver, readableReason } from './hand-over.ts'
import { inboxWrites } from './inbox-store.ts'
import type { MailKind, OutboxMail } from './mail.ts'
import { headersOf, type MailHeaders, mailBytes } from './mail-message.ts'
import { type Mailbox, messageIdOf, writtenMailbox } from './mail-sender.ts'
import type { MailServer } from './mail-server.ts'
import {
  type BegunMail,
  beginAttempt,
  DELIVER_MAIL,
  endMail,
  keepReason,
  type MailKey,
  parkMail,
} from './outbox-store.ts'
import { findRefusedAddress, refusedAddressWrite } from './refused-address-store.ts'
import { MAIL_ATTEMPTS_MAX, nextAttemptAt } from './retry-policy.ts'

/** What the component that a mail is about does when the server refuses it for good, in the same transaction. */
type RefusalEffect = (tx: Tx, mail: OutboxMail) => Promise<void>
type RefusalEffects = Readonly<Partial<Record<MailKind, RefusalEffect>>>

export type DeliveryDeps = {
  readonly database: Database
  /** The product's: retries follow it. */
  readonly clock: Clock
  readonly isSandbox: boolean
  /** Undefined: no mail leaves. */
  readonly mailServer: MailServer | undefined
  readonly sender: Mailbox
  readonly composers: MailComposers
  readonly refusalEffects: RefusalEffects
  readonly log: Logger
}

type Attempt = { readonly composed?: ComposedMail; readonly headers?: MailHeaders } & { readonly result: Result }
type Result = HandOver | { readonly outcome: 'needless' }

/**
 * Makes one attempt to hand a mail over. Nothing happens if the mail has ended or is gone. If the process dies after the
 * server accepted the mail and before that is stored, the next attempt repeats it under the same Message-ID.
 */
export async function deliverMail(deps: DeliveryDeps, key: MailKey): Promise<void> {
  const { database, isSandbox, mailServer, sender } = deps
  if (mailServer === undefined && !isSandbox) return parkMail(database.db, key)
  const mail = await beginAttempt(database.db, key, { messageId: messageIdOf(key.mailId, sender) })
  if (mail === undefined) return
  const attempt = await attemptMail(deps, mail)
  if (attempt.result.outcome === 'accepted' && !isSandbox) {
    await endMail(database.db, mail, { state: 'sent', at: deps.clock.now() })
    return
  }
  await database.transaction((tx) => recordAttempt(tx, deps, mail, attempt))
}

async function attemptMail(deps: DeliveryDeps, mail: BegunMail): Promise<Attempt> {
  const { database, clock, mailServer, sender, composers, log } = deps
  const { organizationId, mailId, kind, recipient, messageId } = mail
  if (mail.attempts > MAIL_ATTEMPTS_MAX) return { result: deferred('The service ended during the last attempt.') }
  const refused = mailServer && (await findRefusedAddress(database.db, { organizationId, address: recipient.address }))
  let composed: ComposedMail | undefined
  try {
    composed = await composers[kind](mail)
  } catch (error) {
    log.error({ err: error, organizationId, mailId, kind }, 'a mail could not be composed')
    return { result: deferred(`The mail could not be composed: ${(error as Error).message}`) }
  }
  if (composed === undefined) return { result: { outcome: 'needless' } }
  const headers = headersOf({ mail, composed, sender, messageId, date: clock.now() })
  if (refused !== undefined) {
    const reason = readableReason(`The address was refused before: ${refused.reason}`)
    return { composed, headers, result: { outcome: 'refused', reason, isAddress: false } }
  }
  if (mailServer === undefined) return { composed, headers, result: { outcome: 'accepted' } }
  const bytes = await mailBytes(headers, composed)
  const result = await mailServer.handOver({ from: sender.address, to: headers.to.address, bytes })
  return { composed, headers, result }
}

function deferred(reason: string): HandOver {
  return { outcome: 'deferred', reason: readableReason(reason) }
}

async function recordAttempt(
  tx: Tx,
  deps: DeliveryDeps,
  mail: BegunMail,
  { composed, headers, result }: Attempt,
): Promise<void> {
  const isThere = await recordResult(tx, deps, mail, result)
  if (!isThere || !deps.isSandbox || composed === undefined || headers === undefined) return
  // Whatever the server says: the inbox shows every mail of a sandbox, once.
  await writeTogether(tx, inboxWrites(inboxMessage(mail, composed, headers)))
}

async function recordResult(tx: Tx, deps: DeliveryDeps, mail: BegunMail, result: Result): Promise<boolean> {
  const { clock, log } = deps
  const { organizationId, mailId, kind, attempts } = mail
  const at = clock.now()
  switch (result.outcome) {
    case 'accepted':
      return endMail(tx, mail, { state: 'sent', at })
    case 'needless':
      return endMail(tx, mail, { state: 'dropped', at })
    case 'refused':
      log.warn({ organizationId, mailId, kind, attempts }, 'a mail was refused for good')
      return recordRefusal(tx, deps, mail, result)
    case 'deferred': {
      const dueAt = nextAttemptAt(attempts, at)
      log[dueAt === undefined ? 'error' : 'warn']({ organizationId, mailId, kind, attempts }, 'a mail was not accepted')
      if (dueAt === undefined) return endMail(tx, mail, { state: 'dead', reason: result.reason, at })
      if (!(await keepReason(tx, mail, result.reason))) return false
      await schedule(tx, { organizationId, kind: DELIVER_MAIL, subject: mailId, dueAt })
      return true
    }
  }
}

async function recordRefusal(
  tx: Tx,
  { clock, refusalEffects }: DeliveryDeps,
  mail: BegunMail,
  { reason, isAddress }: Extract<HandOver, { readonly outcome: 'refused' }>,
): Promise<boolean> {
  const at = clock.now()
  if (!(await endMail(tx, mail, { state: 'refused', reason, at }))) return false
  const { organizationId, recipient } = mail
  if (isAddress) {
    const address = { organizationId, address: recipient.address }
    await writeTogether(tx, [refusedAddressWrite(address, { reason, refusedAt: at })])
  }
  await refusalEffects[mail.kind]?.(tx, mail)
  return true
}

function inboxMessage(mail: BegunMail, composed: ComposedMail, headers: MailHeaders) {
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
