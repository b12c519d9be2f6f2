import type { Command } from 'commander'
import { members, optional } from '../../kernel/reading/reading.ts'
import { given } from '../../kernel/reading/text-readers.ts'
import { writtenInstant } from '../../kernel/time/time-text.ts'
import { getOrganization, people } from '../../organizations/index.ts'
import { dayOrInstant, listLimit, readOptions } from '../../platform/command-line/read-options.ts'
import type { CommandDeps, Output, RunCommand } from '../../platform/command-line/run-command.ts'
import { table } from '../../platform/command-line/terminal.ts'
import { withPostgres } from '../../platform/command-line/with-stores.ts'
import { listViolations, type Violation } from '../personal-data/violation-store.ts'

export function addViolationCommands(program: Command, run: RunCommand): void {
  const violations = program
    .command('violations')
    .description('show who sent card or identity numbers in fields that must not contain them')

  run(
    violations
      .command('list')
      .description('list violations, newest first; the numbers themselves are not stored')
      .option('--organization <id>', 'only those of one organization')
      .option('--since <time>', 'from this date or instant on, such as 2026-03-09 or 2026-03-09T10:00:00Z')
      .option('--until <time>', 'before this date or instant')
      .option('--limit <number>', 'maximum number of violations, up to 1000', '50'),
    listRecorded,
  )
}

const LIST_OPTIONS = members({
  since: optional(given(dayOrInstant)),
  until: optional(given(dayOrInstant)),
  limit: listLimit,
})

async function listRecorded(deps: CommandDeps, options: { readonly organization?: string }): Promise<Output> {
  const { organization: organizationId } = options
  const { limit, ...times } = readOptions(LIST_OPTIONS, options)
  const { violations, words } = await withPostgres(deps, async ({ db: { db } }) => {
    if (organizationId !== undefined) await getOrganization(db, organizationId)
    const found = await listViolations(db, { organizationId, ...times }, { limit })
    const actors = found.map(({ actor }) => actor)
    return { violations: found, words: await people.findActorWords(db, actors) }
  })
  return {
    json: { violations: violations.map(({ at, ...violation }) => ({ ...violation, at: at.toString() })) },
    text: violations.length === 0 ? 'No violations.' : asText(violations, words),
  }
}

type ActorWords = Awaited<ReturnType<typeof people.findActorWords>>

function asText(violations: readonly Violation[], words: ActorWords): string {
  const header = ['at', 'organization', 'by', 'looks like', 'field']
  const rows = violations.map(({ at, organizationId, actor, looksLike, field }) => [
    writtenInstant(at),
    organizationId,
    words(actor),
    looksLike,
    field,
  ])
  return table([header, ...rows])
}
