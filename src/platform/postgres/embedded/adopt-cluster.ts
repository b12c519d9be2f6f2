import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { DataFolder } from '../../files/data-folder.ts'
import { StartupError } from '../../processes/startup-error.ts'
import { SERVICE_ROLE } from '../service-role.ts'
import { CLUSTER_OWNER, DATABASE, MAINTENANCE_DATABASE } from './embedded-access.ts'
import { refuseOtherVersion } from './make-cluster.ts'
import { newPasswords } from './renew-access.ts'
import { runAlone } from './run-alone.ts'

/** Its names are those of the operator of the server that the cluster was copied from. */
type Adopted = { readonly database: string; readonly hasMaintenanceDatabase: boolean }

/** Every cluster has it, and new databases are copies of it. */
const TEMPLATE = 'template1'
const OWN_FILES: ReadonlySet<string> = new Set(['PG_VERSION', 'backup_label'])
/** In the data folder. */
const SETTINGS_OF_SERVER = 'restored-postgres-settings'

/** Workers would connect to other servers for subscriptions, as the original does. */
const SETTINGS = 'max_logical_replication_workers = 0\n'
/** Other roles keep the passwords that they have on the original. */
const CLIENTS = ['127.0.0.1/32', '::1/128']
  .map((address) => `host all ${CLUSTER_OWNER},${SERVICE_ROLE} ${address} scram-sha-256\n`)
  .join('')

/** Makes a cluster that was copied from a server into this folder the embedded one: recovered, and with its names. */
export async function adoptCluster(folder: DataFolder, adopted: Adopted): Promise<void> {
  refuseOtherVersion(folder)
  replaceSettings(folder)
  const passwords = newPasswords(folder)
  await runAlone(folder, {
    database: TEMPLATE,
    settings: {},
    statements: [...rolesWith(passwords), ...databasesOf(adopted)],
  }).catch((error: Error) => {
    if (!error.message.includes('locale')) throw error
    const remedy = 'install the locales of the server on this machine'
    throw new StartupError(`${error.message} (${remedy}).`, { cause: error })
  })
}

/** The settings of the server name its files, modules and addresses; they stay beside, with its keys, for its operator. */
function replaceSettings({ path, postgres: cluster }: DataFolder): void {
  const others = readdirSync(cluster, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && !OWN_FILES.has(entry.name),
  )
  if (others.length > 0) mkdirSync(join(path, SETTINGS_OF_SERVER), { mode: 0o700 })
  for (const { name } of others) renameSync(join(cluster, name), join(path, SETTINGS_OF_SERVER, name))
  const write = (name: string, content: string): void =>
    writeFileSync(join(cluster, name), content, { mode: 0o600, flag: 'wx' })
  write('postgresql.conf', SETTINGS)
  write('pg_hba.conf', CLIENTS)
  write('pg_ident.conf', '')
}

function rolesWith({ owner, service }: ReturnType<typeof newPasswords>): readonly string[] {
  const found = (name: string): string => `exists (select from pg_roles where rolname = '${name}')`
  const rights = 'superuser createdb createrole replication bypassrls'
  return [
    `do $$ begin if not ${found(CLUSTER_OWNER)} then create role ${CLUSTER_OWNER}; end if; end $$`,
    `alter role ${CLUSTER_OWNER} login ${rights} connection limit -1 valid until 'infinity' password '${owner}'`,
    // One that is missing is made at the start.
    `do $$ begin if ${found(SERVICE_ROLE)} then alter role ${SERVICE_ROLE} login nosuperuser password '${service}'; end if; end $$`,
  ]
}

function databasesOf({ database, hasMaintenanceDatabase }: Adopted): readonly string[] {
  const rename = (from: string, to: string): string => `alter database ${pg.escapeIdentifier(from)} rename to ${to}`
  const isOther = `exists (select from pg_database where datname = '${DATABASE}')`
  const renaming = [
    `do $$ begin if ${isOther} then ${rename(DATABASE, `${DATABASE}_other`)}; end if; end $$`,
    rename(database, DATABASE),
  ]
  const isMissing = !hasMaintenanceDatabase || database === MAINTENANCE_DATABASE
  return [
    ...(database === DATABASE ? [] : renaming),
    `grant connect, temporary on database ${DATABASE} to public`,
    ...(isMissing ? [`create database ${MAINTENANCE_DATABASE} template template0`] : []),
  ]
}
