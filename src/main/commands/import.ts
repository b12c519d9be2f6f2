import { type FileHandle, open, readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { findKind, KINDS, type RecordKind } from '../../catalogue/kinds.ts'
import { AppError } from '../../kernel/errors.ts'
import { members, optional, type Reader, refused } from '../../kernel/reading/reading.ts'
import { given, oneOf } from '../../kernel/reading/text-readers.ts'
import { getOrganization, listTopOrganizations, type Organization } from '../../organizations/index.ts'
import { failureReason } from '../../platform/files/failure-reasons.ts'
import type { Db } from '../../platform/postgres/database.ts'
import {
  type ImportFormat,
  type IngestReport,
  importRecords,
  openImportSource,
  readMapping,
} from '../../records/index.ts'
import { ProgressBar } from '../progress-bar.ts'
import { absent, readOptions, refusedOption } from '../read-options.ts'
import { type CommandDeps, type CommandOptions, EXIT, JSON_OPTION, runCommand } from '../run-command.ts'
import { complain, harmless, say, sayJson } from '../terminal.ts'
import { withStores } from '../with-stores.ts'

/** Records from files, on the command line. */
export function addCommands(program: Command): void {
  program
    .command('import')
    .description('bring in records from a file; run again, it goes on where it was interrupted')
    .argument('<file>', 'NDJSON or CSV, also as .gz or .zst; - for standard input')
    .requiredOption('--kind <kind>', 'what the records tell of, such as transaction')
    .option('--organization <id>', 'who brings them; default: the only one that is below nobody')
    .option('--format <format>', 'ndjson or csv; default: by the name of the file')
    .option('--mapping <file>', 'JSON that says which column is which field')
    .option('--time-zone <zone>', 'for times in CSV that have no offset')
    .option('--delimiter <character>', 'what stands between the cells of CSV; default: a comma')
    .option('--dry-run', 'read and check everything, and store nothing')
    .option('--rejects <file>', 'write down every rejected line and why')
    .option('--restart', 'start from the beginning after an interrupted run')
    .option(...JSON_OPTION)
    .action((file: string, options: Omit<ImportOptions, 'file'>) =>
      runCommand(importFile, {
        ...options,
        file,
      }),
    )
}

export type ImportOptions = CommandOptions & {
  readonly file: string
  readonly kind: string
  readonly organization?: string
  readonly format?: string
  readonly mapping?: string
  readonly timeZone?: string
  readonly delimiter?: string
  readonly dryRun?: boolean
  readonly rejects?: string
  readonly restart?: boolean
}

const SHOWN_MAX = 10

/** Brings in records from a file and says what became of its lines. */
export async function importFile(deps: CommandDeps, options: ImportOptions): Promise<number> {
  const { json = false, dryRun = false, restart = false } = options
  const kind = readKind(options.kind)
  const source = await openImportSource(options.file).catch((error: unknown) => {
    throw explained(error, options.file)
  })
  const format = await readFormat(options, source.format)
  const bar = new ProgressBar({ isSilent: json })
  const report = await withStores(deps, async (acting) => {
    const organization = await organizationOf(acting.db.db, options.organization)
    await using rejects = await RejectsFile.open(options.rejects)
    return await importRecords(acting, {
      organization,
      kind,
      source,
      format,
      isDryRun: dryRun,
      isRestart: restart,
      onResume: (lineCount) => {
        rejects.goOn()
        if (!json) complain(`An earlier run was interrupted: going on after line ${lineCount}.`)
      },
      onRejected: (problems) => rejects.write(problems),
      onProgress: ({ lineCount }) => bar.tell({ bytes: source.readBytes(), ofBytes: source.size, rows: lineCount }),
    }).finally(() => bar.end())
  }).catch((error: unknown) => {
    throw explained(error, options.file)
  })
  if (json) sayJson(report)
  else tell(report, options)
  return report.rejectedCount === 0 ? EXIT.done : EXIT.failed
}

function readKind(name: string): RecordKind {
  const kind = findKind(name)
  if (kind === undefined) {
    throw refusedOption('kind', `must be one of ${Object.keys(KINDS).join(', ')}, not "${name}"`)
  }
  return kind
}

const FORMAT = members({ format: optional(given(oneOf(['ndjson', 'csv']))) })
const CSV_ONLY = absent('goes with CSV only')
const NDJSON = members({ mapping: CSV_ONLY, timeZone: CSV_ONLY, delimiter: CSV_ONLY })
/** A tab is a delimiter too, and would be no value elsewhere. */
const DELIMITER: Reader<string | undefined> = (raw, field) =>
  raw === undefined || (typeof raw === 'string' && raw.length === 1)
    ? { value: raw }
    : refused(field, 'must be one character')
const CSV = members({
  delimiter: DELIMITER,
  timeZone: optional(
    given((text) => (isTimeZone(text) ? { value: text } : { sentence: 'must be a zone such as Europe/Berlin' })),
  ),
})

async function readFormat(options: ImportOptions, detected: ImportFormat['name']): Promise<ImportFormat> {
  const { format: name = detected } = readOptions(FORMAT, options)
  if (name === 'ndjson') {
    readOptions(NDJSON, options)
    return { name }
  }
  const { delimiter = ',', timeZone } = readOptions(CSV, options)
  const { mapping } = options
  return {
    name,
    delimiter,
    mapping: readMapping(mapping === undefined ? {} : await readMappingFile(mapping)),
    timeZone,
  }
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

async function readMappingFile(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) throw refusedOption('mapping', `${path} is not valid JSON`)
    throw explained(error, path)
  }
}

async function organizationOf(db: Db, organizationId: string | undefined): Promise<Organization> {
  const organization =
    organizationId === undefined ? await onlyOrganization(db) : await getOrganization(db, organizationId)
  if (organization.status !== 'SUSPENDED') return organization
  const message = `The organization ${organization.organizationId} is suspended.`
  throw new AppError('forbidden', 'ORGANIZATION_SUSPENDED', message)
}

async function onlyOrganization(db: Db): Promise<Organization> {
  const [only, another] = await listTopOrganizations(db, { limit: 2 })
  if (only !== undefined && another === undefined) return only
  const reason = only === undefined ? 'is missing: there is none yet' : 'is missing: there are several'
  throw refusedOption('organization', reason)
}

/** Every rejected line and why, where a file for them was named. */
class RejectsFile implements AsyncDisposable {
  readonly #file: FileHandle | undefined
  #isBegun = false

  private constructor(file: FileHandle | undefined) {
    this.#file = file
  }

  static async open(path: string | undefined): Promise<RejectsFile> {
    return new RejectsFile(path === undefined ? undefined : await open(path, 'a', 0o600))
  }

  /** Keeps what an earlier run wrote. */
  goOn(): void {
    this.#isBegun = true
  }

  async write(problems: IngestReport['rejected']): Promise<void> {
    if (!this.#isBegun) await this.#file?.truncate(0)
    this.#isBegun = true
    const lines = problems.map((problem) => `${JSON.stringify(problem)}\n`)
    if (lines.length > 0) await this.#file?.appendFile(lines.join(''))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file?.close()
  }
}

function tell(report: IngestReport, { dryRun = false, rejects }: ImportOptions): void {
  const count = (value: number): string => value.toLocaleString('en-US')
  const { accepted, duplicates, rejectedCount, warningCount } = report
  const done = dryRun ? 'Nothing was stored. There would be' : 'There are'
  say(
    `${done} ${count(accepted)} new records; ${count(duplicates)} were known, ${count(rejectedCount)} lines ${rejectedCount === 1 ? 'is' : 'are'} rejected, ${count(warningCount)} warnings.`,
  )
  list('rejected', report.rejected)
  list('warning', report.warnings)
  if (rejectedCount > 0 && rejects === undefined) say('--rejects FILE writes down all of them.')
}

function list(what: string, problems: IngestReport['rejected']): void {
  for (const { line, field, reason } of problems.slice(0, SHOWN_MAX)) {
    say(harmless(`  line ${line} ${what}: ${field ?? 'it'} ${reason}`))
  }
  if (problems.length > SHOWN_MAX) say('  …')
}

function explained(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || !('syscall' in error)) return error
  const { code } = error as NodeJS.ErrnoException
  const reason = code === 'ENOENT' ? 'it does not exist' : failureReason(error)
  if (reason === undefined && code !== 'EISDIR') return error
  const message = `${file} cannot be used: ${reason ?? 'it is a folder'}.`
  return new AppError('conflict', 'UNUSABLE_FILE', message, [], { cause: error })
}
