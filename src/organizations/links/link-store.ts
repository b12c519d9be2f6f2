import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { hashOfToken, type IssuedLink, invalidLink, isLinkValid, type Link, type LinkKind } from './link.ts'

type LinkRow = {
  readonly kind: LinkKind
  readonly person_id: string
  readonly organization_id: string | null
  readonly created_at: Temporal.Instant
  readonly expires_at: Temporal.Instant
  readonly used_at: Temporal.Instant | null
}

export async function insertLink(tx: Tx, { token, ...link }: IssuedLink): Promise<void> {
  await sql`insert into sign_in_links (link_hash, kind, person_id, organization_id, created_at, expires_at)
    values (${hashOfToken(token)}, ${link.kind}, ${link.personId}, ${link.organizationId ?? null},
      ${link.createdAt.toString()}, ${link.expiresAt.toString()})`.execute(tx)
}

type NamedLink = { readonly token: string; readonly kind: LinkKind }

/** A link that can be used now; refuses any other. */
export async function getLink(db: Db, { token, kind }: NamedLink, at: Temporal.Instant): Promise<Link> {
  const { rows } = await sql<LinkRow>`select kind, person_id, organization_id, created_at, expires_at, used_at
    from sign_in_links where link_hash = ${hashOfToken(token)} and kind = ${kind}`.execute(db)
  const link = rows[0] === undefined ? undefined : linkOf(rows[0])
  if (link === undefined || !isLinkValid(link, at)) throw invalidLink()
  return link
}

/** Uses up a link; of several requests with the same link, concurrent ones too, one succeeds. */
export async function spendLink(tx: Tx, { token, kind }: NamedLink, at: Temporal.Instant): Promise<Link> {
  const { rows } = await sql<LinkRow>`update sign_in_links set used_at = ${at.toString()}
    where link_hash = ${hashOfToken(token)} and kind = ${kind} and used_at is null and expires_at > ${at.toString()}
    returning kind, person_id, organization_id, created_at, expires_at, used_at`.execute(tx)
  if (rows[0] === undefined) throw invalidLink()
  return linkOf(rows[0])
}

type LinksOf = Pick<Link, 'personId' | 'kind'> & { readonly organizationId?: string | undefined }

/** Deletes the links of a person, for example because a newer one replaces them. */
export async function deleteLinks(tx: Tx, { personId, kind, organizationId }: LinksOf): Promise<void> {
  const inOrganization = organizationId === undefined ? sql`true` : sql`organization_id = ${organizationId}`
  await sql`delete from sign_in_links
    where person_id = ${personId} and kind = ${kind} and ${inOrganization}`.execute(tx)
}

/** Whether a token still has a valid link: a mail that was waiting may have become useless. */
export async function isTokenValid(db: Db, named: NamedLink, at: Temporal.Instant): Promise<boolean> {
  const { rows } = await sql`select from sign_in_links
    where link_hash = ${hashOfToken(named.token)} and kind = ${named.kind} and used_at is null
      and expires_at > ${at.toString()}`.execute(db)
  return rows.length === 1
}

/** Deletes counts of attempts whose time is over. */
export async function deleteExpiredAttempts(db: Db, at: Temporal.Instant): Promise<void> {
  await sql`delete from sign_in_attempts where expire < ${at.epochMilliseconds}`.execute(db)
}

/** Deletes links whose time is over; returns how many. */
export async function deleteExpiredLinks(db: Db, at: Temporal.Instant): Promise<number> {
  const { rows } = await sql`delete from sign_in_links where expires_at < ${at.toString()} returning person_id`.execute(
    db,
  )
  return rows.length
}

function linkOf(row: LinkRow): Link {
  return {
    kind: row.kind,
    personId: row.person_id,
    organizationId: row.organization_id ?? undefined,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    usedAt: row.used_at ?? undefined,
  }
}
