import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { appendFile, rm } from 'node:fs/promises'
import { dirname, isAbsolute, normalize, sep } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { DUCKDB_DIALECT, quoteName } from '../../duckdb-dialect.ts'
import type { FileOrder } from '../../protocol.ts'
import { EngineFailure } from '../engine-failure.ts'

/**
 * Lines as they are: one column has nothing to be delimited from, and without a quote character nothing is quoted.
 * `force_quote` only keeps DuckDB from searching every byte for a reason to quote, which took a fifth of the time.
 */
const RAW_LINES = `format csv, quote '', escape '', delimiter e'\\x01', force_quote *, use_tmp_file false`

// Globs would name several files, backslashes are escapes, and `::` opens an archive.
const UNPLAIN = /[*?{}[\]\\|\0]|::/

/** Refuses any path but that of a new file below the exports folder. */
export function refuseOtherFile(exportsFolder: string, file: string): void {
  if (!isExportPath(exportsFolder, file)) {
    throw new EngineFailure(undefined, `The file ${file} is not below the exports folder.`)
  }
  if (existsSync(file)) {
    throw new EngineFailure(undefined, `The file ${file} is there already.`)
  }
}

/** Whether this is the plain path of a file in the exports folder, after following every link on the way. */
export function isExportPath(exportsFolder: string, path: string): boolean {
  if (!isAbsolute(path) || UNPLAIN.test(path) || normalize(path) !== path) return false
  try {
    const root = realpathSync(exportsFolder)
    const folder = realpathSync(dirname(path))
    return (
      (folder === root || folder.startsWith(root + sep)) &&
      !lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()
    )
  } catch {
    // A folder that does not exist holds no exports.
    return false
  }
}

/** Lets DuckDB write the rows of a query into a new file. One that it does not finish is removed. */
export async function writeRowsFile(connection: DuckDBConnection, order: FileOrder): Promise<void> {
  try {
    await connection.run(copySql(order))
    if (order.foot !== '') await appendFile(order.file, order.foot)
  } catch (error) {
    await rm(order.file, { force: true })
    throw error
  }
}

export function copySql({ sql, file, format, head, rowsPerGroup }: Omit<FileOrder, 'foot'>): string {
  const target = DUCKDB_DIALECT.text(file)
  if (format === 'parquet') {
    const grouped = rowsPerGroup === undefined ? '' : `, row_group_size ${rowsPerGroup}`
    return `copy (${sql}\n) to ${target} (format parquet, compression zstd, use_tmp_file false${grouped})`
  }
  if (head === '') return `copy (${sql}\n) to ${target} (${RAW_LINES}, header false)`
  // The head is the name of the column: a prefix would need a suffix, and a file without rows a line feed too many.
  const name = quoteName(headName(head))
  return `copy (select line as ${name} from (${sql}\n) q(line)) to ${target} (${RAW_LINES}, header true)`
}

function headName(head: string): string {
  if (!/^[^\0]+\n$/.test(head)) {
    throw new EngineFailure(undefined, 'The head of a file is lines of text, and ends with one.')
  }
  return head.slice(0, -1)
}
