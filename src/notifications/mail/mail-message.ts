import { isMailAddress } from '../../kernel/reading/text-readers.ts'
import { type Mailbox, subjectText } from '../senders/mail-sender.ts'
import { harmlessName, senderName } from '../senders/sender-name.ts'
import type { ComposedMail } from './composed-mail.ts'
import type { OutboxMail } from './mail.ts'

/** Everything that a mail's headers are made of. */
export type MailHeaders = {
  readonly from: Mailbox
  readonly to: Mailbox
  readonly replyTo: string | undefined
  readonly subject: string
  readonly language: string
  /** In angle brackets. */
  readonly messageId: string
  readonly date: Temporal.Instant
}

type HeaderInput = {
  readonly mail: OutboxMail
  readonly composed: ComposedMail
  /** From QUITTANCE_MAIL_FROM. */
  readonly sender: Mailbox
  readonly messageId: string
  readonly date: Temporal.Instant
}

/** Texts of composers and customers cannot add a header or a recipient. */
export function headersOf({ mail, composed, sender, messageId, date }: HeaderInput): MailHeaders {
  const { replyTo } = composed
  return {
    from: { name: senderName(composed.sender, sender), address: sender.address },
    to: { name: harmlessName(mail.recipient.name), address: mail.recipient.address.trim() },
    replyTo: replyTo !== undefined && isMailAddress(replyTo.trim()) ? replyTo.trim() : undefined,
    subject: subjectText(composed.subject),
    language: composed.language,
    messageId,
    date,
  }
}

/** The finished mail, as the server gets it. */
export async function mailBytes(headers: MailHeaders, { html, text, attachments }: ComposedMail): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const { from, to, replyTo, subject, messageId, date, language } = headers
  const composer = new MailComposer({
    from: mailboxOf(from),
    to: mailboxOf(to),
    ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
    subject,
    messageId,
    date: new Date(date.epochMilliseconds),
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
    text,
    html,
    attachments: attachments.map(({ filename, contentType, content, contentId }) => ({
      ...{ filename, contentType, content },
      ...(contentId === undefined ? {} : { cid: contentId }),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return composer.compile().build()
}

function mailboxOf({ name = '', address }: Mailbox) {
  return { name, address }
}
