import { sql } from 'kysely'
import type { Write } from '../../platform/postgres/write-together.ts'
import type { ComposedMail, MailAttachment } from './composed-mail.ts'
import type { OutboxMail } from './mail.ts'

/** A mail of a sandbox as it is kept for its inbox. */
export type InboxMessage = {
  readonly mail: OutboxMail
  readonly composed: ComposedMail
  /** As its header says, such as `Acme <billing@acme.example>`. */
  readonly from: string
  readonly to: string
  /** Names as they are written in a mail. */
  readonly headers: Readonly<Record<string, string>>
  readonly at: Temporal.Instant
}

/** Larger attachments are listed without their bytes. */
const KEPT_BYTES_MAX = 2 * 1024 * 1024

/** Makes the writes that put a mail into the inbox of the sandbox; an existing message is not changed. */
export function inboxWrites(message: InboxMessage): readonly Write[] {
  const { mail, composed, from, to, headers, at } = message
  const row = sql`insert into sandbox_messages (organization_id, message_id, kind, subject_ref, recipient,
      recipient_address, sender, reply_to, mail_subject, language, created_at, html, text, headers)
    values (${mail.organizationId}, ${mail.mailId}, ${mail.kind}, ${mail.subject}, ${to}, ${mail.recipient.address},
      ${from}, ${composed.replyTo ?? null}, ${composed.subject}, ${composed.language}, ${at.toString()},
      ${composed.html}, ${composed.text}, ${JSON.stringify(headers)}::jsonb)
    on conflict do nothing`
  return [row, ...composed.attachments.map((attachment, index) => attachmentWrite(mail, attachment, index))]
}

function attachmentWrite({ organizationId, mailId }: OutboxMail, attachment: MailAttachment, index: number): Write {
  const { filename, contentType, contentId, content } = attachment
  return sql`insert into sandbox_attachments (organization_id, message_id, position, filename, content_type,
      content_id, bytes, content)
    values (${organizationId}, ${mailId}, ${index}, ${filename}, ${contentType}, ${contentId ?? null},
      ${content.length}, ${content.length > KEPT_BYTES_MAX ? null : content})
    on conflict do nothing`
}
