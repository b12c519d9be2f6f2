import type { Command } from 'commander'
import { listViolations, type Violation } from '../../invoicing/index.ts'
import { members, optional } from '../../kernel/reading/reading.ts'
import { given } from '../../kernel/reading/text-readers.ts'
import { writtenInstant } from '../../kernel/time-text.ts'
import { getOrganization } from '../../organizations/index.ts'
import { actorWords } from '../actor-words.ts'
import { dayOrInstant, listLimit, readOptions } from '../read-options.ts'
import { type CommandDeps, type CommandOptions, EXIT, JSON_OPTION, runCommand } from '../run-command.ts'
import { harmless, say, sayJson, table } from '../terminal.ts'
import { withPostgres } from '../with-postgres.ts'

/** Breaches of the rule on personal data on the command line. */
export function addCommands(program: Command): void {
  const violations = program
    .command('violations')
    .description('see who sent card or identity numbers where none may stand')

  violations
    .command('list')
    .description('list violations, newest first; what was sent is not kept')
    .option('--organization <id>', 'those of one organization')
    .option('--since <time>', 'from this day or instant on, as 2026-03-09 or 2026-03-09T10:00:00Z')
    .option('--until <time>', 'before this day or instant')
    .option('--limit <number>', 'how many at most, up to 1000', '50')
    .option(...JSON_OPTION)
    .action((options: ListOptions) => runCommand(listRecorded, options))
}

export type ListOptions = CommandOptions & {
  readonly organization?: string
  readonly since?: string
  readonly until?: string
  readonly limit?: string
}

const LISTED = members({
  since: optional(given(dayOrInstant)),
  until: optional(given(dayOrInstant)),
  limit: listLimit,
})

/** Shows who sent personal data where none may stand, newest first. */
export async function listRecorded(deps: CommandDeps, options: ListOptions): Promise<number> {
  const { organization: organizationId, json } = options
  const { limit, ...times } = readOptions(LISTED, options)
  const filter = { organizationId, ...times }
  const violations = await withPostgres(deps, async ({ db: { db } }) => {
    if (organizationId !== undefined) await getOrganization(db, organizationId)
    return listViolations(db, filter, { limit })
  })
  if (json) sayJson({ violations: violations.map(asJson) })
  else say(violations.length === 0 ? 'There are no violations.' : asText(violations))
  return EXIT.done
}

function asJson({ at, ...violation }: Violation): object {
  return { ...violation, at: at.toString() }
}

function asText(violations: readonly Violation[]): string {
  const head = ['at', 'organization', 'by', 'looks like', 'field']
  const rows = violations.map(({ at, organizationId, actor, looksLike, field }) => {
    const time = writtenInstant(at)
    return [time, organizationId, actorWords(actor), looksLike, field].map(harmless)
  })
  return table([head, ...rows])
}
