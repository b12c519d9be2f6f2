import { sql } from 'kysely'
import { isUuid } from '../../kernel/uuid.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { imageHash, type KeptMail, type MailImage, openMail, sealMail } from './kept-mail.ts'

type MailKey = { readonly organizationId: string; readonly mailId: string }
export type MailToKeep = MailKey & KeptMail & { readonly images: readonly MailImage[] }

/** Keeps mails as they were handed over; one that is handed over again replaces its first form. */
export async function keepMails(
  tx: Tx,
  secrets: Secrets,
  { mails, at }: { readonly mails: readonly MailToKeep[]; readonly at: Temporal.Instant },
): Promise<void> {
  if (mails.length === 0) return
  await keepImages(tx, mails, at.toZonedDateTimeISO('UTC').toPlainDate())
  await sql`insert into kept_mails (organization_id, mail_id, content)
    select * from unnest(${mails.map(({ organizationId }) => organizationId)}::text[],
      ${mails.map(({ mailId }) => mailId)}::uuid[], ${mails.map((mail) => sealMail(secrets, mail, mail))}::bytea[])
    on conflict (organization_id, mail_id) do update set content = excluded.content`.execute(tx)
}

/** A logo is in every mail of its merchant: it is stored once, and touched once a day. */
async function keepImages(tx: Tx, mails: readonly MailToKeep[], today: Temporal.PlainDate): Promise<void> {
  const images = new Map<string, MailImage & { readonly organizationId: string; readonly imageHash: Buffer }>()
  for (const { organizationId, images: own } of mails) {
    for (const image of own) {
      const code = imageHash(image.content)
      images.set(`${organizationId} ${code.toString('hex')}`, { ...image, organizationId, imageHash: code })
    }
  }
  if (images.size === 0) return
  // All writers lock these rows in the same order, so that they cannot deadlock.
  const sorted = [...images].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, image]) => image)
  await sql`insert into kept_mail_images as kept (organization_id, image_hash, content_type, content, last_used_on)
    select *, ${today.toString()}::date from unnest(${sorted.map(({ organizationId }) => organizationId)}::text[],
      ${sorted.map((image) => image.imageHash)}::bytea[], ${sorted.map(({ contentType }) => contentType)}::text[],
      ${sorted.map(({ content }) => content)}::bytea[])
    on conflict (organization_id, image_hash) do update set last_used_on = excluded.last_used_on
      where kept.last_used_on < excluded.last_used_on`.execute(tx)
}

type FoundMail = KeptMail & { readonly images: readonly MailImage[] }

/** Undefined if the mail was not handed over, has expired or was erased. */
async function findKeptMail(db: Db, secrets: Secrets, key: MailKey): Promise<FoundMail | undefined> {
  const { organizationId } = key
  if (!isUuid(key.mailId)) return undefined
  const { rows } = await sql<{ content: Buffer; mailId: string }>`select content, mail_id as "mailId" from kept_mails
    where organization_id = ${organizationId} and mail_id = ${key.mailId}::uuid`.execute(db)
  if (rows[0] === undefined) return undefined
  const { content, mailId } = rows[0]
  const { images, ...mail } = openMail(secrets, { organizationId, mailId }, content)
  return { ...mail, images: await findImages(db, organizationId, images) }
}

type NamedImage = { readonly contentId: string; readonly hash: string }

async function findImages(db: Db, organizationId: string, named: readonly NamedImage[]): Promise<readonly MailImage[]> {
  if (named.length === 0) return []
  const { rows } = await sql<{ hash: string; contentType: string; content: Buffer }>`
    select encode(image_hash, 'hex') as hash, content_type as "contentType", content from kept_mail_images
    where organization_id = ${organizationId}
      and image_hash = any(${named.map(({ hash }) => Buffer.from(hash, 'hex'))}::bytea[])`.execute(db)
  return named.flatMap(({ contentId, hash }) => {
    const found = rows.find((row) => row.hash === hash)
    return found === undefined ? [] : [{ contentId, contentType: found.contentType, content: found.content }]
  })
}

type Subjects = { readonly organizationId: string; readonly subjects: readonly string[] }

/** Removes the texts of all mails about these subjects, to any recipient; returns how many. */
async function eraseKeptMails(tx: Tx, { organizationId, subjects }: Subjects): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from kept_mails where organization_id = ${organizationId}
    and mail_id in (select mail_id from mail_outbox
      where organization_id = ${organizationId} and subject = any(${[...subjects]}::text[]))`.execute(tx)
  return Number(numAffectedRows)
}

/** For those who look after an invoice. */
export const keptMails = { find: findKeptMail, erase: eraseKeptMails }
