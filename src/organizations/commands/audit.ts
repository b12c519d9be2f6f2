import type { Command } from 'commander'
import { members, optional } from '../../kernel/reading/reading.ts'
import { given } from '../../kernel/reading/text-readers.ts'
import { writtenInstant } from '../../kernel/time/time-text.ts'
import { dayOrInstant, listLimit, readOptions, refusedOption } from '../../platform/command-line/read-options.ts'
import type { CommandDeps, Output, RunCommand } from '../../platform/command-line/run-command.ts'
import { harmless, progress, table } from '../../platform/command-line/terminal.ts'
import { withPostgres } from '../../platform/command-line/with-stores.ts'
import type { AuditProblem, AuditProblemKind } from '../audit/audit-check.ts'
import { type ListedEntry, listAudit } from '../audit/audit-store.ts'
import { findActorWords } from '../users/actor-words.ts'
import { type TrailReport, verifyAudit } from '../verification/verify-audit.ts'

export function addAuditCommands(program: Command, run: RunCommand): void {
  const audit = program.command('audit').description('show the audit trail and verify it')

  run(
    audit
      .command('list [organization]')
      .description('list audit entries, newest first')
      .option('--since <time>', 'from this date or instant on, such as 2026-03-09 or 2026-03-09T10:00:00Z')
      .option('--until <time>', 'before this date or instant')
      .option('--action <action>', 'one action, such as key.created, or all of a kind, such as key')
      .option('--limit <number>', 'maximum number of entries, up to 1000', '50'),
    listEntries,
  )
  run(
    audit
      .command('verify [organization]')
      .description('check every audit trail for tampering')
      .option('--head <number:hash>', 'a head of this organization that was kept elsewhere'),
    verifyTrails,
  )
}

type ListOptions = { readonly organization?: string; readonly action?: string }
type VerifyOptions = { readonly organization?: string; readonly head?: string }

const DETAILS_WIDTH_MAX = 200

const LIST_OPTIONS = members({
  since: optional(given(dayOrInstant)),
  until: optional(given(dayOrInstant)),
  limit: listLimit,
})

async function listEntries(deps: CommandDeps, options: ListOptions): Promise<Output> {
  const { limit, ...times } = readOptions(LIST_OPTIONS, options)
  const { organization: organizationId, action } = options
  const { entries, words } = await withPostgres(deps, async ({ db: { db } }) => {
    const found = await listAudit(db, { organizationId, action, ...times }, { limit })
    const actors = found.map(({ actor }) => actor)
    return { entries: found, words: await findActorWords(db, actors) }
  })
  return {
    json: { entries: entries.map((entry) => ({ ...asJson(entry), by: words(entry.actor) })) },
    text: entries.length === 0 ? 'No entries.' : asText(entries, words),
  }
}

/** Checks that every trail is as it was written. */
async function verifyTrails(deps: CommandDeps, { organization, head }: VerifyOptions): Promise<Output> {
  const keptHead = readHead(head)
  if (keptHead !== undefined && organization === undefined) {
    throw refusedOption('head', 'belongs to one organization, which must be named')
  }
  const reports = await withPostgres(deps, (acting) => {
    progress('following the chains')
    return verifyAudit(acting, { organizationId: organization, keptHead })
  })
  const isIntact = reports.every(({ problemCount }) => problemCount === 0)
  return {
    json: { intact: isIntact, organizations: reports.map(reportAsJson) },
    text: reportLines(reports).join('\n'),
    isFailure: !isIntact,
  }
}

/** Reads a head in the form `number:hash`; the log and `verify --json` show both. */
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

type ActorWords = Awaited<ReturnType<typeof findActorWords>>

function asText(entries: readonly ListedEntry[], words: ActorWords): string {
  const header = ['at', 'organization', 'seal', 'by', 'action', 'subject', 'details']
  return table([header, ...entries.map((entry) => row(entry, words))])
}

function row(entry: ListedEntry, words: ActorWords): readonly string[] {
  const { at, organizationId, sequence, actor, action, subject, details } = entry
  const facts = Object.entries(details).map(([name, value]) => `${name}=${value}`)
  const cells = [organizationId, seal(sequence), words(actor), action, subject]
  return [writtenInstant(at), ...cells, shortened(facts.join(' '))]
}

const seal = (sequence: bigint | undefined): string => (sequence === undefined ? 'pending' : `#${sequence}`)

function shortened(text: string): string {
  return text.length > DETAILS_WIDTH_MAX ? `${text.slice(0, DETAILS_WIDTH_MAX)}…` : text
}

const PROBLEM_WORDS: Readonly<Record<AuditProblemKind, string>> = {
  'not-as-sealed': 'entry and seal do not match: one was changed, moved or inserted',
  'entry-removed': 'the entry was removed',
  'not-in-chain': 'the entry is neither sealed nor waiting: it was inserted, or its seal was removed',
  'waiting-entry-removed': 'the entry was removed before it was sealed',
  'seals-removed': 'seals were removed',
  'head-missing': 'the head of the chain was removed',
  'head-forged': 'the head of the chain was not made with the secret key',
  'head-rolled-back': 'the chain continues past its head: the head was reset, or seals were added',
  'head-differs': 'the seal here is not the one that the head names: the chain was rebuilt',
  'kept-head-differs': 'the chain does not contain the given head: it was reset or rebuilt',
  'trail-missing': 'the organization has no trail: it was removed',
}

function reportLines(reports: readonly TrailReport[]): readonly string[] {
  if (reports.length === 0) return ['No audit trails yet.']
  const broken = reports.filter(({ problemCount }) => problemCount > 0)
  const sum = (count: (report: TrailReport) => number): number =>
    reports.reduce((total, report) => total + count(report), 0)
  const counts = `${sum(({ entries }) => entries)} entries, ${sum(({ sealed }) => sealed)} sealed`
  const waiting = `${sum(({ unsealed }) => unsealed)} not yet sealed`
  const verdict =
    broken.length === 0 ? 'All trails are intact.' : `TAMPERED WITH: ${broken.length} of ${reports.length} trails.`
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
