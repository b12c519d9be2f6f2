import { resolve } from 'node:path'
import { ALL_KINDS } from '../../catalogue/kinds.ts'
import { members, optional } from '../../kernel/reading/reading.ts'
import { given, oneOf } from '../../kernel/reading/text-readers.ts'
import { findMerchantIdsBelow, findOrganizations, getOrganization } from '../../organizations/index.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { exportRecords, loadRecords } from '../../records/index.ts'
import { dayOrInstant, readOptions } from '../read-options.ts'
import { type CommandDeps, type CommandOptions, EXIT } from '../run-command.ts'
import { complain, harmless, progress, say, sayJson } from '../terminal.ts'
import { withStores } from '../with-stores.ts'

type FolderOptions = CommandOptions & { readonly folder: string }
export type ExportOptions = CommandOptions & {
  readonly kind?: string
  readonly organization?: string
  readonly from?: string
  readonly to?: string
}

/** How many unknown merchants are named. */
const NAMED_MAX = 20
const ROWS_BETWEEN_NEWS = 200_000

const EXPORTED = members({
  kind: optional(given(oneOf(ALL_KINDS.map(({ name }) => name)))),
  from: optional(given(dayOrInstant)),
  to: optional(given(dayOrInstant)),
})

/** Copies records into a folder. */
export async function exportFolder(
  deps: CommandDeps,
  { folder: given, json, ...options }: FolderOptions & ExportOptions,
): Promise<number> {
  const folder = resolve(given)
  const { kind: kindName, from, to } = readOptions(EXPORTED, options)
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
  if (json) {
    sayJson({
      folder,
      rows,
      files: files.map(({ kind, ...file }) => ({ ...file, kind: kind.name })),
    })
  } else say(`${rows} rows are in ${files.length} files in ${folder}.`)
  return EXIT.done
}

async function merchantsOf(db: Db, organizationId: string | undefined): Promise<readonly string[] | undefined> {
  if (organizationId === undefined) return undefined
  await getOrganization(db, organizationId)
  return findMerchantIdsBelow(db, organizationId)
}

/** Stores what was exported, here or elsewhere. */
export async function loadFolder(deps: CommandDeps, { folder: given, json }: FolderOptions): Promise<number> {
  const folder = resolve(given)
  const { report, unknown } = await withStores(deps, async (acting) => {
    progress('checking the files')
    let done = 0
    const loaded = await loadRecords(acting, {
      folder,
      onRows: (rows) => {
        done += rows
        if (Math.floor(done / ROWS_BETWEEN_NEWS) > Math.floor((done - rows) / ROWS_BETWEEN_NEWS)) {
          progress(`${done} rows`)
        }
      },
    })
    return { report: loaded, unknown: await unknownMerchants(acting.db.db, [...loaded.merchantIds]) }
  })
  const { loaded, skipped, conflicts } = report
  if (json) sayJson({ loaded, skipped, conflicts, unknownMerchants: unknown })
  else {
    say(`${loaded} rows are loaded, ${skipped} were there already.`)
    if (conflicts > 0) {
      complain(`${conflicts} rows are stored here with other content, and were left as they are.`)
    }
    if (unknown.length > 0) complain(unknownWords(unknown))
  }
  return conflicts > 0 ? EXIT.failed : EXIT.done
}

async function unknownMerchants(db: Db, merchantIds: readonly string[]): Promise<readonly string[]> {
  const known = await findOrganizations(db, merchantIds)
  return merchantIds.filter((merchantId) => !known.has(merchantId)).sort()
}

function unknownWords(unknown: readonly string[]): string {
  const names = unknown.slice(0, NAMED_MAX).map(harmless).join(', ')
  const more = unknown.length > NAMED_MAX ? ` and ${unknown.length - NAMED_MAX} more` : ''
  return `Nobody sees the records of merchants that are not known here: ${names}${more}. Make them with "quittance organizations create".`
}
