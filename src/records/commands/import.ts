import { type FileHandle, open, readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { findKind, KINDS, type RecordKind } from '../../catalogue/kinds.ts'
import { AppError } from '../../kernel/errors.ts'
import { members, optional, type Reader, refused } from '../../kernel/reading/reading.ts'
import { given, oneOf } from '../../kernel/reading/text-readers.ts'
import { getOrganization, listTopOrganizations } from '../../organizations/index.ts'
import type { Organization } from '../../organizations/pure.ts'
import { absent, readOptions, refusedOption } from '../../platform/command-line/read-options.ts'
import type { CommandDeps, Output, RunCommand } from '../../platform/command-line/run-command.ts'
import { complain, harmless } from '../../platform/command-line/terminal.ts'
import { withRecordsToChange } from '../../platform/command-line/with-stores.ts'
import { failureReason } from '../../platform/files/failure-reasons.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { readMapping } from '../ingest/column-mapping.ts'
import { importRecords } from '../ingest/import-records.ts'
import { openImportSource } from '../ingest/import-source.ts'
import type { IngestReport } from '../ingest/ingest-report.ts'
import type { ImportFormat } from '../ingest/read-import.ts'
import { ProgressBar } from './progress-bar.ts'

export function addImportCommand(program: Command, run: RunCommand): void {
  const command = program
    .command('import')
    .description('import records from a file; an interrupted import resumes when it is run again')
    .argument('<file>', 'NDJSON or CSV, also as .gz or .zst; - for standard input')
    .requiredOption('--kind <kind>', 'kind of the records, such as transaction')
    .option('--organization <id>', 'the importing organization; default: the only top-level one')
    .option('--format <format>', 'ndjson or csv; default: by the name of the file')
    .option('--mapping <file>', 'JSON file that maps columns to fields')
    .option('--time-zone <zone>', 'for times in CSV that have no offset')
    .option('--delimiter <character>', 'separator of CSV columns; default: a comma')
    .option('--dry-run', 'read and check everything, but store nothing')
    .option('--rejects <file>', 'write every rejected line with its reason to this file')
    .option('--restart', 'start from the beginning after an interrupted run')

  run(command, importFile)
}

type ImportOptions = {
  readonly json?: boolean
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

async function importFile(deps: CommandDeps, options: ImportOptions): Promise<Output> {
  const { json = false, dryRun = false, restart = false } = options
  const kind = readKind(options.kind)
  const source = await openImportSource(options.file).catch((error: unknown) => {
    throw explained(error, options.file)
  })
  const format = await readFormat(options, source.format)
  const bar = new ProgressBar({ isSilent: json })
  const report = await withRecordsToChange(deps, async (acting) => {
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
        rejects.append()
        if (!json) complain(`An earlier run was interrupted: resuming after line ${lineCount}.`)
      },
      onRejected: (problems) => rejects.write(problems),
      onProgress: ({ lineCount }) => bar.show({ bytes: source.readBytes(), ofBytes: source.size, rows: lineCount }),
    }).finally(() => bar.end())
  }).catch((error: unknown) => {
    throw explained(error, options.file)
  })
  return { json: report, text: textOf(report, options), isFailure: report.rejectedCount > 0 }
}

function readKind(name: string): RecordKind {
  const kind = findKind(name)
  if (kind === undefined) {
    throw refusedOption('kind', `must be one of ${Object.keys(KINDS).join(', ')}, not "${name}"`)
  }
  return kind
}

const FORMAT = members({ format: optional(given(oneOf(['ndjson', 'csv']))) })
const CSV_ONLY = absent('is only allowed with CSV')
const NDJSON = members({ mapping: CSV_ONLY, timeZone: CSV_ONLY, delimiter: CSV_ONLY })
/** Not trimmed: a tab is a delimiter too. */
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
  if (organization.suspendedBy === undefined) return organization
  const message = `The organization ${organization.organizationId} is suspended.`
  throw new AppError('forbidden', 'ORGANIZATION_SUSPENDED', message)
}

async function onlyOrganization(db: Db): Promise<Organization> {
  const [only, another] = await listTopOrganizations(db, { limit: 2 })
  if (only !== undefined && another === undefined) return only
  const reason = only === undefined ? 'is required: there is none yet' : 'is required: there are several'
  throw refusedOption('organization', reason)
}

/** Writes every rejected line with its reason, if a file was given. */
class RejectsFile implements AsyncDisposable {
  readonly #file: FileHandle | undefined
  #isStarted = false

  private constructor(file: FileHandle | undefined) {
    this.#file = file
  }

  static async open(path: string | undefined): Promise<RejectsFile> {
    return new RejectsFile(path === undefined ? undefined : await open(path, 'a', 0o600))
  }

  /** Keeps the lines that an interrupted run wrote. */
  append(): void {
    this.#isStarted = true
  }

  async write(problems: IngestReport['rejected']): Promise<void> {
    if (!this.#isStarted) await this.#file?.truncate(0)
    this.#isStarted = true
    const lines = problems.map((problem) => `${JSON.stringify(problem)}\n`)
    if (lines.length > 0) await this.#file?.appendFile(lines.join(''))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file?.close()
  }
}

function textOf(report: IngestReport, { dryRun = false, rejects }: ImportOptions): string {
  const count = (value: number): string => value.toLocaleString('en-US')
  const { accepted, duplicates, rejectedCount, warningCount } = report
  const done = dryRun ? 'Dry run, nothing was stored:' : 'Imported:'
  const counts = [
    `${count(accepted)} new records`,
    `${count(duplicates)} duplicates`,
    `${count(rejectedCount)} rejected lines`,
    `${count(warningCount)} warnings`,
  ]
  return [
    `${done} ${counts.join(', ')}.`,
    ...problemLines('rejected', report.rejected),
    ...problemLines('warning', report.warnings),
    ...(rejectedCount > 0 && rejects === undefined ? ['Use --rejects FILE to write all of them to a file.'] : []),
  ].join('\n')
}

function problemLines(what: string, problems: IngestReport['rejected']): readonly string[] {
  const lines = problems
    .slice(0, SHOWN_MAX)
    .map(({ line, field = 'it', reason }) => harmless(`  line ${line} ${what}: ${field} ${reason}`))
  return problems.length > SHOWN_MAX ? [...lines, '  …'] : lines
}

function explained(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || !('syscall' in error)) return error
  const { code } = error as NodeJS.ErrnoException
  const reason = code === 'ENOENT' ? 'it does not exist' : failureReason(error)
  if (reason === undefined && code !== 'EISDIR') return error
  const message = `${file} cannot be used: ${reason ?? 'it is a folder'}.`
  return new AppError('conflict', 'UNUSABLE_FILE', message, [], { cause: error })
}
