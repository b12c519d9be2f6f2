import { resolve } from 'node:path'
import { ALL_KINDS } from '../../catalogue/kinds.ts'
import { members, optional } from '../../kernel/reading/reading.ts'
import { given, oneOf } from '../../kernel/reading/text-readers.ts'
import { findIdsBelow, findOrganizations, getOrganization } from '../../organizations/index.ts'
import { dayOrInstant, readOptions } from '../../platform/command-line/read-options.ts'
import type { CommandDeps, Output } from '../../platform/command-line/run-command.ts'
import { harmless, progress } from '../../platform/command-line/terminal.ts'
import { withRecordsToChange, withStores } from '../../platform/command-line/with-stores.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { exportRecords } from '../archive/export-records.ts'
import { loadRecords } from '../archive/load-records.ts'

type FolderOptions = { readonly folder: string }

/** How many unknown merchants are listed. */
const NAMED_MAX = 20
const ROWS_BETWEEN_UPDATES = 200_000

const EXPORT_OPTIONS = members({
  kind: optional(given(oneOf(ALL_KINDS.map(({ name }) => name)))),
  from: optional(given(dayOrInstant)),
  to: optional(given(dayOrInstant)),
})

/** Copies records into a folder. */
export async function exportFolder(
  deps: CommandDeps,
  options: FolderOptions & { readonly organization?: string },
): Promise<Output> {
  const folder = resolve(options.folder)
  const { kind: kindName, from, to } = readOptions(EXPORT_OPTIONS, options)
  const kinds = ALL_KINDS.filter(({ name }) => kindName === undefined || name === kindName)
  const archived = await withStores(deps, async (acting) => {
    const merchantIds = await merchantsOf(acting.db.db, options.organization)
    return exportRecords(acting, {
      folder,
      kinds,
      merchantIds,
      from,
      to,
      onFile: ({ name, rows }) => progress(`${name}: ${rows} rows`),
    })
  })
  const files = archived.flatMap(({ kind, files: all }) => all.map((file) => ({ kind, ...file })))
  const rows = files.reduce((sum, file) => sum + file.rows, 0)
  return {
    json: { folder, rows, files: files.map(({ kind, ...file }) => ({ ...file, kind: kind.name })) },
    text: `Exported ${rows} rows into ${files.length} files in ${folder}.`,
  }
}

async function merchantsOf(db: Db, organizationId: string | undefined): Promise<readonly string[] | undefined> {
  if (organizationId === undefined) return undefined
  await getOrganization(db, organizationId)
  return findIdsBelow(db, organizationId, { type: 'merchant' })
}

/** Stores records that this or another installation exported. */
export async function loadFolder(deps: CommandDeps, options: FolderOptions): Promise<Output> {
  const folder = resolve(options.folder)
  const { report, unknown } = await withRecordsToChange(deps, async (acting) => {
    progress('checking the files')
    let done = 0
    const loaded = await loadRecords(acting, {
      folder,
      onRows: (rows) => {
        done += rows
        if (Math.floor(done / ROWS_BETWEEN_UPDATES) > Math.floor((done - rows) / ROWS_BETWEEN_UPDATES)) {
          progress(`${done} rows`)
        }
      },
    })
    return { report: loaded, unknown: await unknownMerchants(acting.db.db, [...loaded.merchantIds]) }
  })
  const { loaded, skipped, conflicts } = report
  return {
    json: { loaded, skipped, conflicts, unknownMerchants: unknown },
    text: `Loaded ${loaded} rows; ${skipped} were already stored.`,
    warnings: [
      ...(conflicts > 0 ? [`${conflicts} rows are already stored with other content and were not changed.`] : []),
      ...(unknown.length > 0 ? [unknownWords(unknown)] : []),
    ],
    isFailure: conflicts > 0,
  }
}

async function unknownMerchants(db: Db, merchantIds: readonly string[]): Promise<readonly string[]> {
  const known = await findOrganizations(db, merchantIds)
  return merchantIds.filter((merchantId) => !known.has(merchantId)).sort()
}

function unknownWords(unknown: readonly string[]): string {
  const names = unknown.slice(0, NAMED_MAX).map(harmless).join(', ')
  const more = unknown.length > NAMED_MAX ? ` and ${unknown.length - NAMED_MAX} more` : ''
  return `These merchants do not exist, so their records are not visible: ${names}${more}. Create them with "quittance organizations create".`
}
