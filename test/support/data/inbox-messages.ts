import { inboxWrites } from '../../../src/notifications/mail/inbox-store.ts'
import type { MailKind } from '../../../src/notifications/mail/mail.ts'
import type { Database } from '../../../src/platform/postgres/database.ts'
import { writeTogether } from '../../../src/platform/postgres/write-together.ts'
import { newId } from '../../../src/platform/secrets/random.ts'

type MessageInput = {
  readonly kind?: MailKind
  /** The mail's subject in the outbox, such as its invoice. */
  readonly subject?: string
  readonly address?: string
  readonly mailSubject?: string
  readonly html?: string
  readonly text?: string
  /** After 2026-03-09T10:00:00Z. */
  readonly minute: number
}

const FIRST = Temporal.Instant.from('2026-03-09T10:00:00Z')
const MAIL_HTML =
  '<html><head></head><body><img src="cid:logo"><a href="https://pay.example.com/pay/x">Pay</a></body></html>'

/** Puts a mail with a logo and a PDF into the inbox of a sandbox; returns its id. */
export async function storeMessage(database: Database, organizationId: string, given: MessageInput): Promise<string> {
  const { kind = 'invoice', subject = 'invoice:1042', address = 'jane@example.org', minute } = given
  const mailId = newId()
  const createdAt = FIRST.add({ minutes: minute })
  const recipient = { name: 'Jane', address }
  const mail = { organizationId, mailId, kind, subject, cause: mailId, recipient, payload: {}, createdAt }
  const logo = { filename: 'logo.png', contentType: 'image/png', content: Buffer.from('PNG'), contentId: 'logo' }
  const pdf = { filename: 'Rechnung ä.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF-1.7') }
  const composed = {
    ...{
      language: 'de-DE',
      sender: { name: 'Acme', ownDomain: undefined },
      replyTo: undefined,
      subject: given.mailSubject ?? `Mail ${minute} <b>`,
    },
    ...{ html: given.html ?? MAIL_HTML, text: given.text ?? 'Hello & welcome', attachments: [logo, pdf] },
  }
  const headers = { Subject: composed.subject, 'Message-ID': `<${mailId}@example.com>` }
  const message = { mail, composed, from: 'Acme <mail@acme.example>', to: 'Jane <jane@example.org>', headers }
  await database.transaction(async (tx) => {
    const [row, ...attachments] = inboxWrites({ ...message, at: createdAt })
    await writeTogether(tx, row === undefined ? [] : [row])
    await writeTogether(tx, attachments)
  })
  return mailId
}
