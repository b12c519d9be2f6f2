import { join } from 'node:path'
import type pg from 'pg'
import type { DataFolder } from '../../files/data-folder.ts'
import { type StoreAccess, writeAccess } from '../../files/store-access.ts'
import { StartupError } from '../../processes/startup-error.ts'
import { prepareServiceRole, SERVICE_ROLE } from '../service-role.ts'
import { withClient } from '../with-client.ts'

export const CLUSTER_OWNER = 'quittance'
export const DATABASE = 'quittance'
/** Where it is asked before that exists. */
export const MAINTENANCE_DATABASE = 'postgres'

export function accessFileOf(folder: DataFolder): string {
  return join(folder.run, 'postgres.json')
}

export function saveAccess(folder: DataFolder, access: StoreAccess): void {
  writeAccess(accessFileOf(folder), access, { user: CLUSTER_OWNER, database: DATABASE })
}

/** The owner's address. */
export function urlOf({ port, password }: StoreAccess): string {
  return `postgres://${CLUSTER_OWNER}:${password}@127.0.0.1:${port}/${DATABASE}`
}

/** Returns whether the server accepts connections; throws if the password is wrong. */
export async function isAnswering(access: StoreAccess): Promise<boolean> {
  try {
    await withClient(serverOf(access), (client) => client.query('select 1'))
    return true
  } catch (error) {
    if ((error as { code?: string }).code === '28P01') {
      throw new StartupError(
        'The embedded PostgreSQL refuses the password in run/postgres.json of the data folder: restore that file from a backup.',
        { cause: error },
      )
    }
    return false
  }
}

/** Creates the database and the role of the service if they are missing; migrations keep the rights of the role up to date. */
export async function createDatabase(access: StoreAccess): Promise<void> {
  const { hasDatabase, hasRole } = await withClient(serverOf(access), async (client) => {
    const { rows } = await client.query<{ hasDatabase: boolean; hasRole: boolean }>(
      `select exists (select from pg_database where datname = $1) as "hasDatabase",
        exists (select from pg_roles where rolname = $2) as "hasRole"`,
      [DATABASE, SERVICE_ROLE],
    )
    if (rows[0]?.hasDatabase !== true) await client.query(`create database ${DATABASE}`)
    return rows[0] ?? { hasDatabase: false, hasRole: false }
  })
  if (hasDatabase && hasRole) return
  const url = urlOf(access)
  await withClient({ connectionString: url, connectionTimeoutMillis: 5_000 }, (client) =>
    prepareServiceRole(client, url),
  )
}

function serverOf({ port, password }: StoreAccess): pg.ClientConfig {
  return {
    host: '127.0.0.1',
    port,
    user: CLUSTER_OWNER,
    password,
    database: MAINTENANCE_DATABASE,
    connectionTimeoutMillis: 5_000,
  }
}
