import type { Clock } from '../../platform/clock/clock.ts'
import type { Logger } from '../../platform/log/log.ts'
import type { Mailbox } from '../senders/mail-sender.ts'
import type { ComposedMail, MailComposers } from './composed-mail.ts'
import { type HandOver, readableReason } from './hand-over.ts'
import type { LeasedMail } from './lease-store.ts'
import { headersOf, type MailHeaders, mailBytes } from './mail-message.ts'
import type { MailServer } from './mail-server.ts'
import { MAIL_ATTEMPTS_MAX } from './retry-policy.ts'

export type AttemptDeps = {
  /** The product's clock. */
  readonly clock: Clock
  /** Undefined: no mail is sent. */
  readonly mailServer: MailServer | undefined
  readonly sender: Mailbox
  readonly composers: MailComposers
  /** Makes the bytes of a mail; default: `mailBytes`. */
  readonly bytesOf?: typeof mailBytes
  readonly log: Logger
}

export type Attempt = {
  readonly composed?: ComposedMail
  readonly headers?: MailHeaders
  readonly result: HandOver | { readonly outcome: 'needless' }
}

/** The conditions of an attempt to send a mail. */
export type AttemptTerms = {
  /** Why the server refused the recipient's address before, if it did. */
  readonly refusedBefore: string | undefined
  /** False when another node may have the mail by now. */
  readonly isHeld: () => boolean
  /** Aborted when the mail is not to be sent any more. */
  readonly signal: AbortSignal
}

/** Composes a mail and hands it over; undefined if it was interrupted, or may not be sent by this node any more. */
export async function attemptMail(
  deps: AttemptDeps,
  mail: LeasedMail,
  { refusedBefore, isHeld, signal }: AttemptTerms,
): Promise<Attempt | undefined> {
  const { clock, mailServer, sender, composers, bytesOf = mailBytes, log } = deps
  const { organizationId, mailId, kind, messageId } = mail
  if (mail.attempts > MAIL_ATTEMPTS_MAX) return { result: deferred('The service ended during the last attempt.') }
  let composed: ComposedMail | undefined
  try {
    composed = await composers[kind](mail)
  } catch (error) {
    log.error({ err: error, organizationId, mailId, kind }, 'a mail could not be composed')
    return { result: deferred(`The mail could not be composed: ${(error as Error).message}`) }
  }
  if (composed === undefined) return { result: { outcome: 'needless' } }
  const headers = headersOf({ mail, composed, sender, messageId, date: clock.now() })
  if (refusedBefore !== undefined) {
    const reason = readableReason(`The address was refused before: ${refusedBefore}`)
    return { composed, headers, result: { outcome: 'refused', reason, isAddress: false } }
  }
  if (mailServer === undefined) return { composed, headers, result: { outcome: 'accepted' } }
  const bytes = await bytesOf(headers, composed)
  if (signal.aborted || !isHeld()) return undefined
  const result = await mailServer.handOver({ from: sender.address, to: headers.to.address, bytes }, signal)
  return result.outcome === 'deferred' && signal.aborted ? undefined : { composed, headers, result }
}

function deferred(reason: string): HandOver {
  return { outcome: 'deferred', reason: readableReason(reason) }
}
