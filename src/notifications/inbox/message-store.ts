import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import type { MailKind } from '../mail/mail.ts'

/** A mail in the inbox of the sandbox, as lists show it. */
export type ListedMessage = {
  readonly organizationId: string
  readonly id: string
  readonly kind: MailKind
  /** The object that it is about, such as `invoice:1042`. */
  readonly about: string
  readonly to: string
  readonly from: string
  readonly replyTo: string | undefined
  readonly subject: string
  readonly language: string
  /** By the product's clock. */
  readonly createdAt: Temporal.Instant
}

export type Message = ListedMessage & {
  readonly html: string
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

export type Attachment = {
  readonly position: number
  readonly filename: string
  readonly contentType: string
  readonly contentId: string | undefined
  readonly bytes: number
  /** Undefined where it was too large to keep. */
  readonly content: Buffer | undefined
}

/** The filter of a list; an undefined part does not restrict it. */
type MessageFilter = {
  readonly to: string | undefined
  readonly kind: MailKind | undefined
  readonly invoiceId: string | undefined
}

type MessageOwners = {
  /** A query for the ids of organizations. */
  readonly organizations: RawBuilder<unknown>
}
type Page = MessageOwners & { readonly filter: MessageFilter; readonly limit: number; readonly offset: number }
type Row<T> = { readonly [Key in keyof T]: undefined extends T[Key] ? Exclude<T[Key], undefined> | null : T[Key] }

const LISTED = sql`organization_id as "organizationId", message_id as id, kind, subject_ref as about,
  recipient_address as "to", sender as "from", reply_to as "replyTo", mail_subject as subject, language,
  created_at as "createdAt"`
const WHOLE = sql`${LISTED}, html, text, headers`

/** The messages of these organizations with their texts, newest first. */
export async function listMessages(db: Db, page: Page): Promise<readonly Message[]> {
  const { rows } = await sql<Row<Message>>`select ${WHOLE} ${pageOf(page)}`.execute(db)
  return rows.map(withoutNulls)
}

/** The same without their texts. */
export async function listMessageHeads(db: Db, page: Page): Promise<readonly ListedMessage[]> {
  const { rows } = await sql<Row<ListedMessage>>`select ${LISTED} ${pageOf(page)}`.execute(db)
  return rows.map(withoutNulls)
}

export async function countMessages(db: Db, asked: Omit<Page, 'limit' | 'offset'>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count ${chosen(asked)}`.execute(db)
  return rows[0]?.count ?? 0
}

export async function findMessage(db: Db, { organizations }: MessageOwners, id: string): Promise<Message | undefined> {
  const { rows } = await sql<Row<Message>>`select ${WHOLE} from sandbox_messages
    where organization_id in (${organizations}) and message_id::text = ${id}`.execute(db)
  return rows[0] === undefined ? undefined : withoutNulls(rows[0])
}

export async function findAttachments(
  db: Db,
  { organizationId, id }: Pick<ListedMessage, 'organizationId' | 'id'>,
): Promise<readonly Attachment[]> {
  const { rows } = await sql<Row<Attachment>>`select position, filename, content_type as "contentType",
      content_id as "contentId", bytes::int as bytes, content from sandbox_attachments
    where organization_id = ${organizationId} and message_id = ${id} order by position`.execute(db)
  return rows.map((row) => ({
    ...row,
    contentId: row.contentId ?? undefined,
    content: row.content ?? undefined,
  }))
}

function pageOf(page: Page): RawBuilder<unknown> {
  return sql`${chosen(page)} order by created_at desc, message_id desc limit ${page.limit} offset ${page.offset}`
}

function chosen({ organizations, filter: { to, kind, invoiceId } }: Omit<Page, 'limit' | 'offset'>) {
  const conditions = [
    sql`organization_id in (${organizations})`,
    ...(to === undefined ? [] : [sql`lower(recipient_address) = ${to.trim().toLowerCase()}`]),
    ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
    ...(invoiceId === undefined ? [] : [sql`subject_ref = ${`invoice:${invoiceId}`}`]),
  ]
  return sql`from sandbox_messages where ${sql.join(conditions, sql` and `)}`
}

function withoutNulls<T extends { readonly replyTo: string | null }>(row: T) {
  return { ...row, replyTo: row.replyTo ?? undefined }
}
