import { type RawBuilder, type Selectable, sql } from 'kysely'
import { AppError, type FieldProblem } from '../../kernel/errors.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { organizationSubject } from '../caller-changes/caller-subject.ts'
import { noteCallerChange } from '../caller-changes/note-caller-change.ts'
import type { Contact } from './contact.ts'
import type { Organization, OrganizationStatus, OrganizationType, Suspension, Validation } from './organization.ts'

type OrganizationTable = {
  organization_id: string
  type: OrganizationType
  parent_id: string | null
  path: string[]
  name: string
  time_zone: string
  contact: Contact
  status: OrganizationStatus
  status_reason: string | null
  has_fraud_management: boolean
  validation: Validation | null
  requires_codes: boolean
  created_at: Temporal.Instant
  updated_at: Temporal.Instant
}
type Tables = { organizations: OrganizationTable }
type OrganizationRow = Selectable<OrganizationTable> & { readonly suspended_by: StoredSuspension | null }
type StoredSuspension = Pick<Suspension, 'organizationId'> & { readonly reason: string | null }

export type OrganizationPage = {
  readonly organizations: readonly Organization[]
  readonly total: number
}

const UNIQUE_VIOLATION = '23505'

/** The columns of an organization that another table's rows are joined to. */
export type JoinedOrganization = {
  readonly [Column in keyof OrganizationRow as `owner_${Column}`]: OrganizationRow[Column]
}

const COLUMNS = [
  'organization_id',
  'type',
  'parent_id',
  'path',
  'name',
  'time_zone',
  'contact',
  'status',
  'status_reason',
  'has_fraud_management',
  'validation',
  'requires_codes',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof OrganizationTable)[]

/** In the statement that reads the organization, so that a suspension above it costs no round trip. */
const suspendedBy = sql<StoredSuspension | null>`(
  select jsonb_build_object('organizationId', above.organization_id, 'reason', above.status_reason)
  from organizations above
  where above.organization_id = any(organizations.path) and above.status = 'SUSPENDED'
  order by cardinality(above.path) limit 1)`

const ownColumns = sql.raw(COLUMNS.map((column) => `organizations.${column} as owner_${column}`).join(', '))

export const joinedOrganizationColumns = sql`${ownColumns}, ${suspendedBy} as owner_suspended_by`

export function joinedOrganizationOf(row: JoinedOrganization): Organization {
  const columns = [...COLUMNS, 'suspended_by' as const].map((column) => [column, row[`owner_${column}`]])
  return organizationOf(Object.fromEntries(columns) as OrganizationRow)
}

/** The fields of an organization that the payment page needs. */
export type ShownOrganization = Pick<
  Organization,
  'name' | 'timeZone' | 'contact' | 'hasFraudManagement' | 'suspendedBy'
>
type ShownRow = Pick<
  JoinedOrganization,
  'owner_name' | 'owner_time_zone' | 'owner_contact' | 'owner_has_fraud_management' | 'owner_suspended_by'
>

/** For a statement of another component that reads the organization of its rows too, since a round trip costs time. */
export const joinedOrganization = {
  columns: sql`organizations.name as owner_name, organizations.time_zone as owner_time_zone,
    organizations.contact as owner_contact, organizations.has_fraud_management as owner_has_fraud_management,
    ${suspendedBy} as owner_suspended_by`,
  join: (organizationId: RawBuilder<unknown>) =>
    sql`join organizations on organizations.organization_id = ${organizationId}`,
  read: (row: ShownRow): ShownOrganization => ({
    name: row.owner_name,
    timeZone: row.owner_time_zone,
    contact: row.owner_contact,
    hasFraudManagement: row.owner_has_fraud_management,
    suspendedBy: suspensionOf(row.owner_suspended_by),
  }),
}

function queryAll(db: Db) {
  return db.withTables<Tables>().selectFrom('organizations').select(COLUMNS).select(suspendedBy.as('suspended_by'))
}

function queryById(db: Db, organizationId: string) {
  return queryAll(db).where('organization_id', '=', organizationId)
}

export async function findOrganization(db: Db, organizationId: string): Promise<Organization | undefined> {
  const row = await queryById(db, organizationId).executeTakeFirst()
  return row === undefined ? undefined : organizationOf(row)
}

/** Refuses an organization that does not exist. */
export async function getOrganization(db: Db, organizationId: string): Promise<Organization> {
  const organization = await findOrganization(db, organizationId)
  if (organization === undefined) throw unknownOrganization(organizationId)
  return organization
}

/** The organizations with these ids, as far as they exist, by id. */
export async function findOrganizations(
  db: Db,
  organizationIds: readonly string[],
): Promise<ReadonlyMap<string, Organization>> {
  const rows = await queryAll(db)
    .where(sql<boolean>`organization_id = any(${[...organizationIds]}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.organization_id, organizationOf(row)]))
}

/** The names of the organizations with these ids. */
export async function findOrganizationNames(
  db: Db,
  organizationIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<Pick<OrganizationTable, 'organization_id' | 'name'>>`select organization_id, name
    from organizations where organization_id = any(${[...organizationIds]}::text[])`.execute(db)
  return new Map(rows.map(({ organization_id, name }) => [organization_id, name]))
}

/** The organization, locked until the transaction ends; refuses one that does not exist. */
export async function lockOrganization(tx: Tx, organizationId: string): Promise<Organization> {
  const row = await queryById(tx, organizationId).forUpdate().executeTakeFirst()
  if (row === undefined) throw unknownOrganization(organizationId)
  return organizationOf(row)
}

export function unknownOrganization(organizationId: string): AppError {
  return new AppError('not-found', 'NOT_FOUND', `There is no organization ${organizationId}.`, [
    { field: 'organizationId', reason: 'is not known' },
  ])
}

type Chosen = { readonly below?: string | undefined }

const isChosen = ({ below }: Chosen): RawBuilder<boolean> =>
  below === undefined ? sql<boolean>`true` : sql<boolean>`path @> ${[below]}::text[]`

/** An organization and all below it, or all organizations; by path, so that parents come first. */
export async function listOrganizations(
  db: Db,
  { limit, ...chosen }: Chosen & { readonly limit: number },
): Promise<OrganizationPage> {
  const rows = await queryAll(db).where(isChosen(chosen)).orderBy('path').limit(limit).execute()
  return { organizations: rows.map(organizationOf), total: await countOrganizations(db, chosen) }
}

export async function countOrganizations(db: Db, chosen: Chosen): Promise<number> {
  const { total } = await db
    .withTables<Tables>()
    .selectFrom('organizations')
    .where(isChosen(chosen))
    .select((eb) => eb.fn.countAll<bigint>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

type OrganizationSearch = {
  /** These organizations and all below them. */
  readonly tops: readonly string[]
  /** All but this one. */
  readonly except?: string
  readonly type?: OrganizationType | undefined
  /** Each is a part of the name or of the id, without case and accents. */
  readonly words: readonly string[]
  readonly offset: number
  readonly limit: number
}

/** Partners and accounts first, then by name. */
export async function searchOrganizations(
  db: Db,
  { tops, except, type, words, offset, limit }: OrganizationSearch,
): Promise<OrganizationPage> {
  const isFound = sql<boolean>`${sql.join(
    [
      sql`path && ${[...tops]}::text[]`,
      ...(except === undefined ? [] : [sql`organization_id <> ${except}`]),
      ...(type === undefined ? [] : [sql`type = ${type}`]),
      ...words.map((word) => sql`(strpos(folded_name, ${word}) > 0 or strpos(lower(organization_id), ${word}) > 0)`),
    ],
    sql` and `,
  )}`
  // Only the organizations of the page are read whole: whether one is suspended costs a look at those above it.
  const { rows } = await sql<Pick<OrganizationTable, 'organization_id'>>`
    select organization_id from organizations where ${isFound}
    order by type = 'merchant', folded_name, organization_id offset ${offset} limit ${limit}`.execute(db)
  const { rows: counts } = await sql<{ total: bigint }>`
    select count(*) as total from organizations where ${isFound}`.execute(db)
  const ids = rows.map((row) => row.organization_id)
  const found = await findOrganizations(db, ids)
  return { organizations: ids.flatMap((id) => found.get(id) ?? []), total: Number(counts[0]?.total ?? 0n) }
}

/** Organizations without a parent. */
export async function listTopOrganizations(
  db: Db,
  { limit }: { readonly limit: number },
): Promise<readonly Organization[]> {
  const rows = await queryAll(db).where('parent_id', 'is', null).orderBy('organization_id').limit(limit).execute()
  return rows.map(organizationOf)
}

type OfType = { readonly type?: OrganizationType }

/** A query for the ids of an organization and of all below it, for use in the statement of another store. */
export function organizationsBelow(organizationId: string, { type }: OfType = {}): RawBuilder<unknown> {
  return sql`select organization_id from organizations
    where path @> ${[organizationId]}::text[] ${type === undefined ? sql`` : sql`and type = ${type}`}`
}

/** A query for the ids of an organization and of all above it, for use in the statement of another store. */
export function organizationsAbove(organizationId: string | RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select unnest(path) from organizations where organization_id = ${organizationId}`
}

/** The ids of an organization and of all below it, in order; only those of one type where it is given. */
export async function findIdsBelow(db: Db, organizationId: string, ofType: OfType = {}): Promise<readonly string[]> {
  const { rows } = await sql<{ organization_id: string }>`
    ${organizationsBelow(organizationId, ofType)} order by organization_id`.execute(db)
  return rows.map((row) => row.organization_id)
}

export async function insertOrganization(tx: Tx, organization: Organization): Promise<void> {
  await refuseDuplicate(
    sql`insert into organizations (organization_id, type, parent_id, path, name, time_zone,
        contact, status, status_reason, has_fraud_management, validation, created_at, updated_at)
      values (${organization.organizationId}, ${organization.type}, ${organization.parentId ?? null},
        ${[...organization.path]}::text[], ${organization.name}, ${organization.timeZone},
        ${JSON.stringify(organization.contact)}::jsonb, ${organization.status},
        ${organization.statusReason ?? null}, ${organization.hasFraudManagement},
        ${organization.validation ?? null},
        ${organization.createdAt.toString()}, ${organization.updatedAt.toString()})`.execute(tx),
    `The organization ${organization.organizationId} already exists.`,
    { field: 'organizationId', reason: 'is taken' },
  )
}

/** Refuses a row that a unique constraint does not allow. */
export async function refuseDuplicate(
  writing: Promise<unknown>,
  message: string,
  problem: FieldProblem,
): Promise<void> {
  try {
    await writing
  } catch (error) {
    if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error
    throw new AppError('conflict', 'DUPLICATE', message, [problem], { cause: error })
  }
}

export async function saveOrganization(tx: Tx, organization: Organization): Promise<void> {
  noteCallerChange(tx, organizationSubject(organization.organizationId))
  await sql`update organizations set name = ${organization.name}, time_zone = ${organization.timeZone},
      contact = ${JSON.stringify(organization.contact)}::jsonb, status = ${organization.status},
      status_reason = ${organization.statusReason ?? null},
      has_fraud_management = ${organization.hasFraudManagement}, validation = ${organization.validation ?? null},
      requires_codes = ${organization.requiresCodes}, updated_at = ${organization.updatedAt.toString()}
    where organization_id = ${organization.organizationId}`.execute(tx)
}

function suspensionOf(stored: StoredSuspension | null): Suspension | undefined {
  return stored === null ? undefined : { ...stored, reason: stored.reason ?? undefined }
}

function organizationOf(row: OrganizationRow): Organization {
  return {
    organizationId: row.organization_id,
    type: row.type,
    parentId: row.parent_id ?? undefined,
    path: row.path,
    name: row.name,
    timeZone: row.time_zone,
    contact: row.contact,
    status: row.status,
    statusReason: row.status_reason ?? undefined,
    suspendedBy: suspensionOf(row.suspended_by),
    hasFraudManagement: row.has_fraud_management,
    validation: row.validation ?? undefined,
    requiresCodes: row.requires_codes,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
