import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { personSubject } from '../caller-changes/caller-subject.ts'
import { noteCallerChange } from '../caller-changes/note-caller-change.ts'
import type { PersonStatus } from '../users/person.ts'

/** Everything about a person that signing in needs, secrets included. */
export type Account = {
  readonly personId: string
  readonly email: string
  readonly name: string
  readonly language: string | undefined
  readonly status: PersonStatus
  /** Undefined until an invitation is accepted. */
  readonly passwordHash: string | undefined
  readonly codes: StoredCodes | undefined
}

type StoredCodes = {
  readonly sealedSecret: Buffer
  /** Codes are asked for only once one was confirmed. */
  readonly isConfirmed: boolean
  readonly lastStep: bigint | undefined
}

type AccountRow = {
  readonly person_id: string
  readonly email: string
  readonly name: string
  readonly language: string | null
  readonly status: PersonStatus
  readonly password_hash: string | null
  readonly codes_secret: Buffer | null
  readonly codes_confirmed_at: Temporal.Instant | null
  readonly codes_last_step: bigint | null
}

/** Finds an account by its address, without regard to case, or by its person. */
export async function findAccount(
  db: Db,
  name: { readonly email: string } | { readonly personId: string },
): Promise<Account | undefined> {
  return findWhere(db, 'email' in name ? sql`lower(email) = lower(${name.email})` : sql`person_id = ${name.personId}`)
}

/**
 * The account as it is now, locked until the transaction ends: a password is checked before, which takes a while, and the
 * person may have been disabled or erased or have changed the password since.
 */
export async function lockAccount(tx: Tx, personId: string): Promise<Account | undefined> {
  return findWhere(tx, sql`person_id = ${personId} for update`)
}

async function findWhere(db: Db, condition: RawBuilder<unknown>): Promise<Account | undefined> {
  const { rows } = await sql<AccountRow>`select person_id, email, name, language, status, password_hash, codes_secret,
      codes_confirmed_at, codes_last_step
    from persons where ${condition}`.execute(db)
  return rows[0] === undefined ? undefined : accountOf(rows[0])
}

export async function savePassword(
  tx: Tx,
  { personId, passwordHash }: { readonly personId: string; readonly passwordHash: string },
  at: Temporal.Instant,
): Promise<void> {
  noteCallerChange(tx, personSubject({ personId }))
  await sql`update persons set password_hash = ${passwordHash}, password_changed_at = ${at.toString()},
      updated_at = ${at.toString()}
    where person_id = ${personId}`.execute(tx)
}

/** Sets the first password; false if there is one already, also by a concurrent request. */
export async function saveFirstPassword(
  tx: Tx,
  { personId, passwordHash, name }: { readonly personId: string; readonly passwordHash: string; readonly name: string },
  at: Temporal.Instant,
): Promise<boolean> {
  noteCallerChange(tx, personSubject({ personId }))
  const { rows } = await sql`update persons set password_hash = ${passwordHash}, password_changed_at = ${at.toString()},
      name = ${name}, updated_at = ${at.toString()}
    where person_id = ${personId} and password_hash is null
    returning person_id`.execute(tx)
  return rows.length === 1
}

/** Notes that the code of this step was used. False if it or a later one was used before, also concurrently. */
export async function spendStep(db: Db, personId: string, step: bigint): Promise<boolean> {
  const { rows } = await sql`update persons set codes_last_step = ${step}
    where person_id = ${personId} and (codes_last_step is null or codes_last_step < ${step})
    returning person_id`.execute(db)
  return rows.length === 1
}

/** Stores a secret that does not count yet; false if codes are on already. */
export async function saveCodesSecret(db: Db, personId: string, sealedSecret: Buffer): Promise<boolean> {
  const { rows } = await sql`update persons set codes_secret = ${sealedSecret}, codes_last_step = null
    where person_id = ${personId} and codes_confirmed_at is null
    returning person_id`.execute(db)
  return rows.length === 1
}

/** Turns codes on; false if they are on already. */
export async function saveCodesConfirmed(
  tx: Tx,
  { personId, step, at }: { readonly personId: string; readonly step: bigint; readonly at: Temporal.Instant },
): Promise<boolean> {
  noteCallerChange(tx, personSubject({ personId }))
  const { rows } = await sql`update persons set codes_confirmed_at = ${at.toString()}, codes_last_step = ${step},
      updated_at = ${at.toString()}
    where person_id = ${personId} and codes_secret is not null and codes_confirmed_at is null
    returning person_id`.execute(tx)
  return rows.length === 1
}

/** Turns codes off; false if they were off. */
export async function deleteCodes(tx: Tx, personId: string, at: Temporal.Instant): Promise<boolean> {
  noteCallerChange(tx, personSubject({ personId }))
  await sql`delete from recovery_codes where person_id = ${personId}`.execute(tx)
  const { rows } = await sql<{ readonly was_on: boolean }>`
    update persons set codes_secret = null, codes_confirmed_at = null, codes_last_step = null, updated_at = ${at.toString()}
    where person_id = ${personId} returning old.codes_confirmed_at is not null as was_on`.execute(tx)
  return rows[0]?.was_on ?? false
}

export async function replaceRecoveryCodes(tx: Tx, personId: string, hashes: readonly Buffer[]): Promise<void> {
  await sql`delete from recovery_codes where person_id = ${personId}`.execute(tx)
  await sql`insert into recovery_codes (person_id, code_hash)
    select ${personId}, unnest(${[...hashes]}::bytea[])`.execute(tx)
}

/** Uses up a recovery code. False if it is not one, or was used before, also concurrently. */
export async function spendRecoveryCode(
  db: Db,
  { personId, codeHash }: { readonly personId: string; readonly codeHash: Buffer },
  at: Temporal.Instant,
): Promise<boolean> {
  const { rows } = await sql`update recovery_codes set used_at = ${at.toString()}
    where person_id = ${personId} and code_hash = ${codeHash} and used_at is null
    returning person_id`.execute(db)
  return rows.length === 1
}

function accountOf(row: AccountRow): Account {
  return {
    personId: row.person_id,
    email: row.email,
    name: row.name,
    language: row.language ?? undefined,
    status: row.status,
    passwordHash: row.password_hash ?? undefined,
    codes:
      row.codes_secret === null
        ? undefined
        : {
            sealedSecret: row.codes_secret,
            isConfirmed: row.codes_confirmed_at !== null,
            lastStep: row.codes_last_step ?? undefined,
          },
  }
}
