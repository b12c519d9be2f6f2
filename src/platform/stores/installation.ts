import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Mode } from '../../kernel/mode.ts'
import type { Database, Tx } from '../postgres/database.ts'
import { StartupError } from '../processes/startup-error.ts'
import type { Secrets } from '../secrets/secrets.ts'

type EmbeddedRecords = { readonly kind: 'embedded'; readonly folderId: string; readonly place: string }

/** Where this node would store records. */
export type RecordsHome = EmbeddedRecords | { readonly kind: 'external' }

type InstallationRow = {
  readonly id: string
  readonly records_home: RecordsHome['kind']
  readonly records_folder_id: string | null
  readonly records_folder_place: string | null
}

/** Creates the installation unless it exists. */
export async function ensureInstallation(client: pg.Client, home: RecordsHome): Promise<void> {
  const [folderId, place] = home.kind === 'embedded' ? [home.folderId, home.place] : [null, null]
  await client.query(
    `insert into installation (id, records_home, records_folder_id, records_folder_place)
     values ($1, $2, $3, $4) on conflict do nothing`,
    [randomUUID(), home.kind, folderId, place],
  )
}

/**
 * All nodes on one database must keep their records in one place. The first node decides where;
 * a node that would keep them elsewhere is refused. Moving from an embedded engine to a ClickHouse
 * server is one way: nodes that still name no server are refused from then on.
 */
export async function claimRecordsHome(client: pg.Client, home: RecordsHome): Promise<string> {
  await ensureInstallation(client, home)
  const { rows } = await client.query<InstallationRow>('select * from installation')
  const found = rows[0]
  if (found === undefined) throw new StartupError('The table installation is empty.')
  refuseOtherHome(found, home)
  if (home.kind === 'external' && found.records_home === 'embedded') {
    await client.query(
      `update installation
       set records_home = 'external', records_folder_id = null, records_folder_place = null`,
    )
  }
  return found.id
}

/** For a restored installation, whose records are loaded into the engine of this folder, wherever they were before. */
export async function moveRecordsHere(
  client: pg.Client,
  { folderId, place }: Omit<EmbeddedRecords, 'kind'>,
): Promise<void> {
  const set = `records_home = 'embedded', records_folder_id = $1, records_folder_place = $2`
  await client.query(`update installation set ${set}`, [folderId, place])
}

/** Which installation this is; its mode is undefined before the first start of a service. */
export async function findInstallation({
  pool,
}: Pick<Database, 'pool'>): Promise<{ readonly id: string; readonly mode: Mode | undefined }> {
  const { rows } = await pool.query<{ id: string; mode: Mode | null }>('select id, mode from installation')
  const found = rows[0]
  if (found === undefined) throw new StartupError('The table installation is empty.')
  return { id: found.id, mode: found.mode ?? undefined }
}

function refuseOtherHome(found: InstallationRow, home: RecordsHome): void {
  if (home.kind === 'external') return
  if (found.records_home === 'external') {
    throw new StartupError(
      'This database keeps its report records in a ClickHouse server: set CLICKHOUSE_URL as on the other nodes.',
    )
  }
  if (found.records_folder_id !== home.folderId) {
    throw new StartupError(
      `This database keeps its report records in the embedded engine of another data folder (${found.records_folder_place}): set CLICKHOUSE_URL to a ClickHouse server that all nodes share, or use that data folder.`,
    )
  }
}

/** All nodes on one database must have one secret key, or one could not read what another wrote. */
export async function claimSecretKey(client: pg.Client, secrets: Secrets): Promise<void> {
  await client.query('update installation set secret_key_check = $1 where secret_key_check is null', [
    secrets.code('installation', 'secret key'),
  ])
  const { rows } = await client.query<{ secret_key_check: Buffer }>('select secret_key_check from installation')
  const check = rows[0]?.secret_key_check ?? Buffer.alloc(0)
  if (!secrets.isCodeOf(check, 'installation', 'secret key')) {
    throw new StartupError(
      'The secrets in this database were encrypted with another key: set QUITTANCE_SECRET_KEY to the key they were made with (see the file secret.key of the data folder that was used first).',
    )
  }
}

/**
 * True for the one transaction that prepares the sandbox of this installation, which may be live by now. Concurrent callers
 * wait for it, and take over if it fails.
 */
export async function claimSandboxPreparation(tx: Tx, { at }: { readonly at: Temporal.Instant }): Promise<boolean> {
  const { numAffectedRows } = await sql`update installation
    set sandbox_prepared_at = ${at.toString()} where sandbox_prepared_at is null and mode = 'sandbox'`.execute(tx)
  return numAffectedRows === 1n
}
