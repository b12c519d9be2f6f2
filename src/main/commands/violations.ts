import { listViolations, type Violation } from '../../invoicing/index.ts'
import { writtenInstant } from '../../kernel/time-text.ts'
import { getOrganization } from '../../organizations/index.ts'
import { actorWords, readInstant, readLimit } from '../list-input.ts'
import { type CommandDeps, type CommandOptions, EXIT } from '../run-command.ts'
import { harmless, say, sayJson, table } from '../terminal.ts'
import { withPostgres } from '../with-postgres.ts'

export type ListOptions = CommandOptions & {
  readonly organization?: string
  readonly since?: string
  readonly until?: string
  readonly limit?: string
}

/** Shows who sent personal data where none may stand, newest first. */
export async function listRecorded(deps: CommandDeps, options: ListOptions): Promise<number> {
  const { organization: organizationId, json } = options
  const filter = {
    organizationId,
    since: readInstant('since', options.since),
    until: readInstant('until', options.until),
  }
  const limit = readLimit(options.limit)
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
