// pure
import type { NamedSender } from '../senders/sender-name.ts'
import type { MailKind, OutboxMail } from './mail.ts'

export type MailAttachment = {
  readonly filename: string
  readonly contentType: string
  readonly content: Buffer
  /** The HTML names it as `cid:<contentId>`. */
  readonly contentId?: string
}

/** A mail as its recipient reads it. */
export type ComposedMail = {
  /** BCP 47. */
  readonly language: string
  readonly subject: string
  readonly html: string
  readonly text: string
  /** Shown over the address of QUITTANCE_MAIL_FROM; without a name, the one that the setting has. */
  readonly sender: NamedSender
  readonly replyTo: string | undefined
  readonly attachments: readonly MailAttachment[]
}

/** Returns undefined if the mail is no longer needed, for example because its invoice is gone. */
export type MailComposer = (mail: OutboxMail) => Promise<ComposedMail | undefined>

export type MailComposers = Readonly<Record<MailKind, MailComposer>>
