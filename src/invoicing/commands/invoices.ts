import { readFile, stat } from 'node:fs/promises'
import type { Command } from 'commander'
import { AppError } from '../../kernel/errors.ts'
import { formatMoney } from '../../kernel/money.ts'
import { getOrganization, listTopOrganizations } from '../../organizations/index.ts'
import type { Organization } from '../../organizations/pure.ts'
import { refusedOption } from '../../platform/command-line/read-options.ts'
import type { CommandDeps, Output, RunCommand } from '../../platform/command-line/run-command.ts'
import { progress } from '../../platform/command-line/terminal.ts'
import { type ActingDeps, withPostgres } from '../../platform/command-line/with-stores.ts'
import type { PlatformConfig } from '../../platform/config/config.ts'
import { failureReason } from '../../platform/files/failure-reasons.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { listDefinitions } from '../custom-fields/custom-field-store.ts'
import { startImport } from '../imports/change-import.ts'
import { checkImport, type ImportCheck } from '../imports/check-import.ts'
import { findRememberedOptions } from '../imports/import-mapping-store.ts'
import { listResults } from '../imports/import-result-store.ts'
import { findImport } from '../imports/import-store.ts'
import { FILE_BYTES_MAX, type InvoiceImport } from '../imports/invoice-import.ts'
import { presentCheck, presentImport, presentResult } from '../imports/present.ts'
import { type ImportOptions, readImportOptions } from '../imports/reading/import-options.ts'
import type { ImportProblem } from '../imports/reading/import-problem.ts'
import { suggestMapping } from '../imports/reading/suggest-mapping.ts'
import { type ImportDeps, runImport } from '../imports/run-import.ts'
import { uploadImport } from '../imports/upload-import.ts'

type Config = PlatformConfig & ImportDeps['config']

export function addInvoiceCommands(program: Command, run: RunCommand<Config>): void {
  const invoices = program.command('invoices').description('import invoices from a CSV file')
  const command = invoices
    .command('import')
    .description('import invoices from a CSV file; lines that were imported before add nothing')
    .argument('<file>', 'CSV in UTF-8 whose first row has the names of the columns')
    .option('--organization <id>', 'the merchant; default: the only top-level organization')
    .option('--mapping <file>', 'JSON file with mapping, defaults, delivery, decimalMark and dateOrder')
    .option('--delivery <delivery>', 'draft, publish or send; default: that of the mapping, or draft')
    .option('--decimal-mark <mark>', 'point or comma; without it, amounts that may mean two things are problems')
    .option('--date-order <order>', 'DMY or MDY, for dates such as 03/04/2026')
    .option('--dry-run', 'read and check everything, but import nothing')
  run(command, importFile)
}

type Options = {
  readonly json?: boolean
  readonly file: string
  readonly organization?: string
  readonly mapping?: string
  readonly delivery?: string
  readonly decimalMark?: string
  readonly dateOrder?: string
  readonly dryRun?: boolean
}

const SHOWN_MAX = 20
const RESULTS_MAX = 1_000

async function importFile(deps: CommandDeps<Config>, options: Options): Promise<Output> {
  const bytes = await readBytes(options.file)
  return withPostgres(deps, async (acting) => {
    const organization = await organizationOf(acting.db.db, options.organization)
    const { organizationId, validation = deps.config.validation } = organization
    const { db, clock, machineClock, by } = acting
    const actor = { organizationId, by }
    const input = { bytes, fileName: undefined, delimiter: undefined }
    const file = await uploadImport({ db, clock, machineClock }, actor, input)
    const chosen = readImportOptions(await optionsOf(acting, file, options), file.columns)
    if (options.dryRun === true) {
      const checking = { db: db.db, clock, config: { validation } }
      return outputOfCheck(await checkImport(checking, file, chosen))
    }
    await startImport({ db, clock, machineClock }, actor, { importId: file.importId, options: chosen })
    return outputOfRun(db.db, await runToItsEnd(deps, acting, file))
  })
}

/** A service that is running takes its turns too; they wait for each other. */
async function runToItsEnd(
  { config, log }: CommandDeps<Config>,
  { db: database, clock, machineClock }: ActingDeps,
  file: InvoiceImport,
): Promise<InvoiceImport> {
  const forever = new AbortController().signal
  for (;;) {
    await runImport({ database, clock, machineClock, config, log }, file, forever)
    const now = (await findImport(database.db, file)) ?? file
    if (now.status !== 'RUNNING') return now
    progress(`${now.lastRow} of ${now.rowCount} rows`)
  }
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    const { size } = await stat(path)
    if (size > FILE_BYTES_MAX)
      throw refusedOption('file', `must not be larger than ${FILE_BYTES_MAX / 1024 / 1024} MiB`)
    return await readFile(path)
  } catch (error) {
    throw error instanceof AppError ? error : refusedOption('file', `cannot be read: ${failureReason(error)}`)
  }
}

async function organizationOf(db: Db, organizationId: string | undefined): Promise<Organization> {
  const organization =
    organizationId === undefined ? await onlyOrganization(db) : await getOrganization(db, organizationId)
  if (organization.type !== 'merchant') throw refusedOption('organization', 'must be a merchant')
  return organization
}

async function onlyOrganization(db: Db): Promise<Organization> {
  const [only, another] = await listTopOrganizations(db, { limit: 2 })
  if (only !== undefined && another === undefined) return only
  throw refusedOption(
    'organization',
    only === undefined ? 'is required: there is none yet' : 'is required: there are several',
  )
}

/** Options of the command line come first, then those of the mapping file, and else those of the last such file. */
async function optionsOf({ db: { db } }: ActingDeps, file: InvoiceImport, options: Options): Promise<object> {
  const { mapping: path, delivery, decimalMark, dateOrder } = options
  const written = path === undefined ? await usualOptions(db, file) : await readMappingFile(path)
  const given = Object.entries({ delivery, decimalMark, dateOrder }).filter(([, value]) => value !== undefined)
  return { delivery: 'draft', ...written, ...Object.fromEntries(given) }
}

async function usualOptions(db: Db, file: InvoiceImport): Promise<Partial<ImportOptions>> {
  const remembered = await findRememberedOptions(db, file)
  if (remembered !== undefined) return remembered
  return { mapping: suggestMapping(file.columns, await listDefinitions(db, file.organizationId)) }
}

async function readMappingFile(path: string): Promise<object> {
  try {
    const content: unknown = JSON.parse(await readFile(path, 'utf8'))
    if (typeof content === 'object' && content !== null && !Array.isArray(content)) return content
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw refusedOption('mapping', `cannot be read: ${failureReason(error)}`)
  }
  throw refusedOption('mapping', `${path} is not a JSON object`)
}

function outputOfCheck(check: ImportCheck): Output {
  const { valid, repeated, failed, problems, problemCount, sums } = check
  const totals = sums.map(({ currency, count, total }) => `${count} over ${formatMoney(total)} ${currency}`)
  const lines = [
    `Dry run, nothing was imported: ${valid} invoices, ${repeated} imported before, ${failed} with problems.`,
    ...(totals.length === 0 ? [] : [`Sums: ${totals.join(', ')}.`]),
    ...shown(problems, problemCount),
  ]
  return { json: presentCheck(check), text: lines.join('\n'), isFailure: failed > 0 }
}

async function outputOfRun(db: Db, file: InvoiceImport): Promise<Output> {
  const { imported, repeated, failed, status, stop } = file
  const failures = await listResults(db, file, { outcome: 'FAILED', offset: 0, limit: RESULTS_MAX })
  const problems = failures.flatMap((failure) => failure.problems)
  const lines = [
    `Imported: ${imported} invoices, ${repeated} imported before, ${failed} with problems.`,
    ...(stop === undefined ? [] : [`The import was stopped: ${stop.message}`]),
    ...shown(problems, problems.length),
  ]
  const nameOf = ({ kind }: InvoiceImport['orderedBy']) => ({ kind })
  const json = { ...presentImport(file, { nameOf }), failures: failures.map(presentResult) }
  return { json, text: lines.join('\n'), isFailure: failed > 0 || status !== 'COMPLETED' }
}

function shown(problems: readonly ImportProblem[], count: number): readonly string[] {
  const lines = problems.slice(0, SHOWN_MAX).map(({ line, column, field, message }) => {
    const place = column === undefined ? (field ?? 'the line') : `“${column}”`
    return `  line ${line}: ${place} ${message}`
  })
  return count > SHOWN_MAX ? [...lines, `  and ${count - SHOWN_MAX} more`] : lines
}
