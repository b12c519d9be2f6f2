import type { Command } from 'commander'
import { members, optional } from '../../kernel/reading/reading.ts'
import { given } from '../../kernel/reading/text-readers.ts'
import { writtenInstant } from '../../kernel/time-text.ts'
import {
  type AuditFilter,
  type AuditProblem,
  type AuditProblemKind,
  type ListedEntry,
  listAudit,
  type TrailReport,
  verifyAudit,
} from '../../organizations/index.ts'
import { actorWords } from '../actor-words.ts'
import { dayOrInstant, listLimit, readOptions, refusedOption } from '../read-options.ts'
import { type CommandDeps, type CommandOptions, EXIT, JSON_OPTION, runCommand } from '../run-command.ts'
import { harmless, progress, say, sayJson, table } from '../terminal.ts'
import { withPostgres } from '../with-postgres.ts'

/** The audit trail on the command line. */
export function addCommands(program: Command): void {
  const audit = program.command('audit').description('see who did what, and whether it is still true')

  audit
    .command('list [organization]')
    .description('list what was done, newest first')
    .option('--since <time>', 'from this day or instant on, as 2026-03-09 or 2026-03-09T10:00:00Z')
    .option('--until <time>', 'before this day or instant')
    .option('--action <action>', 'one action, as key.created, or all of a kind, as key')
    .option('--limit <number>', 'how many at most, up to 1000', '50')
    .option(...JSON_OPTION)
    .action((organization: string | undefined, options: ListOptions) =>
      runCommand(listEntries, { ...options, organization }),
    )

  audit
    .command('verify [organization]')
    .description('say of every audit trail whether it was tampered with')
    .option('--head <number:hash>', 'a head of this organization that was kept elsewhere')
    .option(...JSON_OPTION)
    .action((organization: string | undefined, options: VerifyOptions) =>
      runCommand(verifyTrails, { ...options, organization }),
    )
}

export type ListOptions = CommandOptions & {
  readonly organization?: string | undefined
  readonly since?: string
  readonly until?: string
  readonly action?: string
  readonly limit?: string
}
export type VerifyOptions = CommandOptions & {
  readonly organization?: string | undefined
  readonly head?: string
}

const DETAILS_WIDTH_MAX = 200

const LISTED = members({
  since: optional(given(dayOrInstant)),
  until: optional(given(dayOrInstant)),
  limit: listLimit,
})

/** Shows what was done, newest first. */
export async function listEntries(deps: CommandDeps, options: ListOptions): Promise<number> {
  const { limit, ...times } = readOptions(LISTED, options)
  const { organization: organizationId, action } = options
  const filter: AuditFilter = { organizationId, action, ...times }
  const entries = await withPostgres(deps, ({ db }) => listAudit(db.db, filter, { limit }))
  if (options.json) sayJson({ entries: entries.map(asJson) })
  else say(entries.length === 0 ? 'There are no such entries.' : asText(entries))
  return EXIT.done
}

/** Says of every trail whether it is as it was written; changes nothing. */
export async function verifyTrails(deps: CommandDeps, { organization, head, json }: VerifyOptions): Promise<number> {
  const keptHead = readHead(head)
  if (keptHead !== undefined && organization === undefined) {
    throw refusedOption('head', 'belongs to one organization, which must be named')
  }
  const reports = await withPostgres(deps, (acting) => {
    progress('following the chains')
    return verifyAudit(acting, { organizationId: organization, keptHead })
  })
  const isIntact = reports.every(({ problemCount }) => problemCount === 0)
  if (json) sayJson({ intact: isIntact, organizations: reports.map(reportAsJson) })
  else for (const line of reportLines(reports)) say(line)
  return isIntact ? EXIT.done : EXIT.failed
}

/** As the log and `verify --json` show it: the number and the hash. */
function readHead(text: string | undefined) {
  if (text === undefined) return undefined
  const [, sequence, hash] = /^(\d{1,18}):([0-9a-f]{64})$/.exec(text) ?? []
  if (sequence === undefined || hash === undefined) {
    throw refusedOption('head', 'must be a number, a colon and a hash of 64 hexadecimal digits')
  }
  return { sequence: BigInt(sequence), hash }
}

function asJson({ at, sequence, ...entry }: ListedEntry): object {
  return { ...entry, at: at.toString(), sequence: sequence === undefined ? null : Number(sequence) }
}

function asText(entries: readonly ListedEntry[]): string {
  const head = ['at', 'organization', 'seal', 'by', 'action', 'subject', 'details']
  return table([head, ...entries.map(row)])
}

function row(entry: ListedEntry): readonly string[] {
  const { at, organizationId, sequence, actor, action, subject, details } = entry
  const words = Object.entries(details).map(([name, value]) => `${name}=${value}`)
  const cells = [organizationId, seal(sequence), actorWords(actor), action, subject]
  return [writtenInstant(at), ...cells, shortened(words.join(' '))].map(harmless)
}

const seal = (sequence: bigint | undefined): string => (sequence === undefined ? 'waits' : `#${sequence}`)

function shortened(text: string): string {
  return text.length > DETAILS_WIDTH_MAX ? `${text.slice(0, DETAILS_WIDTH_MAX)}…` : text
}

const PROBLEM_WORDS: Readonly<Record<AuditProblemKind, string>> = {
  'not-as-sealed': 'entry and seal do not match: one was changed, moved or put in between',
  'entry-removed': 'the entry was removed',
  'not-in-chain': 'the entry is neither sealed nor waiting: it was put in, or its seal was removed',
  'waiting-entry-removed': 'the entry was removed before it was sealed',
  'seals-removed': 'seals were removed',
  'head-missing': 'the head of the chain was removed',
  'head-forged': 'the head of the chain was not made with the secret key',
  'head-rolled-back': 'the chain goes on behind its head: the head was set back, or seals were added',
  'head-differs': 'the seal here is not the one that the head names: the chain was made anew',
  'kept-head-differs': 'the chain does not go through the head given: it was set back or made anew',
  'trail-missing': 'the organization has no trail: all of it was removed',
}

function reportLines(reports: readonly TrailReport[]): readonly string[] {
  if (reports.length === 0) return ['There are no audit trails yet.']
  const broken = reports.filter(({ problemCount }) => problemCount > 0)
  const sum = (count: (report: TrailReport) => number): number =>
    reports.reduce((total, report) => total + count(report), 0)
  const counts = `${sum(({ entries }) => entries)} entries, ${sum(({ sealed }) => sealed)} sealed`
  const waiting = `${sum(({ unsealed }) => unsealed)} waiting to be sealed`
  const verdict =
    broken.length === 0
      ? 'Every trail is as it was written.'
      : `TAMPERED WITH: ${broken.length} of ${reports.length} trails.`
  return [
    ...broken.flatMap(findingLines),
    `${reports.length === 1 ? '1 trail' : `${reports.length} trails`}: ${counts}, ${waiting}`,
    verdict,
  ]
}

function findingLines({ organizationId, problems, problemCount }: TrailReport): readonly string[] {
  const more = problemCount - problems.length
  return [
    ...problems.map((problem) => harmless(`${organizationId}  ${problemWords(problem)}`)),
    ...(more > 0 ? [`${organizationId}  … and ${more} more`] : []),
  ]
}

function problemWords({ kind, sequence, lastSequence, entryId }: AuditProblem): string {
  const last = lastSequence === undefined || lastSequence === sequence ? '' : `–${lastSequence}`
  const place = sequence === undefined ? '' : `#${sequence}${last}  `
  return `${place}${PROBLEM_WORDS[kind]}${entryId === undefined ? '' : ` (${entryId})`}`
}

function reportAsJson({ head, problems, ...report }: TrailReport): object {
  return {
    ...report,
    head: head === undefined ? null : { ...head, sequence: Number(head.sequence) },
    problems: problems.map(({ sequence, lastSequence, ...problem }) => ({
      ...problem,
      ...(sequence === undefined ? {} : { sequence: Number(sequence) }),
      ...(lastSequence === undefined ? {} : { lastSequence: Number(lastSequence) }),
    })),
  }
}
