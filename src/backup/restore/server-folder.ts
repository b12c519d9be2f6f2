import { existsSync } from 'node:fs'
import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../kernel/errors.ts'
import { explainPostgres } from '../../platform/postgres/explain-postgres.ts'
import { withClient } from '../../platform/postgres/with-client.ts'
import { isActivatedCopyOf } from '../../platform/stores/restored-copy.ts'
import type { Manifest, ServerPart } from '../manifest/manifest.ts'
import { ObjectReader } from '../manifest/object-reader.ts'
import { loadFileList } from '../manifest/stored-parts.ts'
import type { Unpacking } from '../place/packing.ts'
import type { BackupPlace } from '../place/place.ts'
import { emptyFolder, fillFolder } from './new-folder.ts'
import { notOfServer } from './refusals.ts'
import { writeFiles } from './write-files.ts'

/** By which a server shows from which backup its folder is. The original has none. */
const MARK = 'quittance.restored_from'
/** PostgreSQL does not start without it. */
const MARKER = 'PG_VERSION'

type Deps = { readonly place: BackupPlace; readonly unpacking: Unpacking }

export type ServerFolder = { readonly folder: string; readonly postgres: ServerPart }

/** Writes the data folder of a server, for a PostgreSQL of its version. */
export async function writeServerFolder(
  deps: Deps,
  { manifest, folder: path }: { readonly manifest: Manifest; readonly folder: string },
): Promise<ServerFolder> {
  const { postgres, backupId } = manifest
  if (postgres.kind === 'left-out') {
    throw new AppError('conflict', 'NO_POSTGRES', `The backup has no PostgreSQL: ${postgres.why}.`)
  }
  if (postgres.kind === 'embedded') throw notOfServer()
  const folder = emptyFolder(path)
  const list = await loadFileList(deps.place, manifest, deps.unpacking)
  const reader = new ObjectReader(deps, manifest, list)
  await fillFolder(folder, MARKER, async (cluster) => {
    for (const name of list.folders) await mkdir(join(cluster, name), { recursive: true, mode: 0o700 })
    await writeFiles({ reader, files: list.files, part: 'postgres', folder: cluster })
    await settleSettings(cluster, backupId)
  })
  return { folder, postgres }
}

/** A copy must not archive beside the original, nor take over its subscriptions. */
async function settleSettings(cluster: string, backupId: string): Promise<void> {
  const settings = `${MARK} = '${backupId}'\narchive_mode = off\nmax_logical_replication_workers = 0\n`
  await appendFile(join(cluster, 'postgresql.auto.conf'), settings, { mode: 0o600 })
  const hba = ['127.0.0.1/32', '::1/128'].map((address) => `host all all ${address} scram-sha-256\n`).join('')
  // They may lie elsewhere, or are left out of a backup that is not encrypted.
  for (const [name, content] of Object.entries({ 'postgresql.conf': '', 'pg_hba.conf': hba, 'pg_ident.conf': '' })) {
    const file = join(cluster, name)
    if (!existsSync(file)) await writeFile(file, content, { mode: 0o600 })
  }
}

type Marked = { readonly mark: string | null }

/** The rest of a backup belongs only to a server that runs on its folder, and not to one that goes its own way already. */
export async function refuseOtherServer(
  databaseUrl: string | undefined,
  { backupId, moment }: { readonly backupId: string; readonly moment: Temporal.Instant },
): Promise<void> {
  if (databaseUrl === undefined) {
    throw new AppError('invalid', 'NO_SERVER', '--on-server needs DATABASE_URL with the server of the restored folder.')
  }
  const refusal = await withClient({ connectionString: databaseUrl }, async (client) => {
    const { rows } = await client.query<Marked>('select current_setting($1, true) as mark', [MARK])
    if (rows[0]?.mark !== backupId) {
      return `The server at DATABASE_URL does not run on the folder that --postgres-folder wrote from the backup ${backupId}.`
    }
    return (await isActivatedCopyOf(client, moment)) ? 'The copy at DATABASE_URL is activated already.' : undefined
  }).catch((error: unknown) => {
    throw explainPostgres(error, databaseUrl)
  })
  if (refusal !== undefined) throw new AppError('conflict', 'OTHER_SERVER', refusal)
}
