import type { Command } from 'commander'
import { type Person, readPerson } from '../../kernel/person.ts'
import type { RemainingData } from '../../kernel/personal-data.ts'
import { erasePerson, findPerson } from '../../organizations/index.ts'
import { personalDataHolders } from '../personal-data-holders.ts'
import { type CommandDeps, type CommandOptions, EXIT, JSON_OPTION, runCommand } from '../run-command.ts'
import { progress, say, sayJson, table } from '../terminal.ts'
import { type RecordActingDeps, withStores } from '../with-stores.ts'

const collected = (value: string, before: readonly string[]): readonly string[] => [...before, value]

/** The erasure of one person's data on the command line. */
export function addCommands(program: Command): void {
  program
    .command('erase')
    .description('erase one person’s data, in an organization and all below it; cannot be undone')
    .requiredOption('--organization <id>', 'where; of a partner or account, with all below it')
    .option('--email <address>', 'an address of the person, in any letter case', collected, [])
    .option('--phone <number>', 'a phone number of the person; its digits count', collected, [])
    .option('--customer-id <id>', 'the merchant’s number of the person, exactly', collected, [])
    .option('--dry-run', 'only count what would be erased')
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      '\nEach of --email, --phone and --customer-id finds by itself and may be given several times.',
    )
    .action((options: EraseOptions) => runCommand(erase, options))
}

export type EraseOptions = CommandOptions & {
  readonly organization: string
  readonly email: readonly string[]
  readonly phone: readonly string[]
  readonly customerId: readonly string[]
  readonly dryRun?: boolean
}

/** Erases a person's data, or says what there is. What was asked for is not repeated. */
export async function erase(deps: CommandDeps, options: EraseOptions): Promise<number> {
  const { organization: organizationId, json = false, dryRun = false } = options
  const person = readPerson({
    emails: options.email,
    phones: options.phone,
    customerIds: options.customerId,
  })
  const result = await (dryRun ? counted : erased)(deps, { organizationId, person })
  if (json) sayJson({ organizationId, ...result })
  else say(asText(result))
  return EXIT.done
}

type Asked = { readonly organizationId: string; readonly person: Person }

type Result = {
  readonly isDryRun: boolean
  /** Undefined in a dry run, which is not recorded. */
  readonly erasureId?: string
  /** By the name of each holder, how many of what. */
  readonly found: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** There is more than was counted. */
  readonly isLowerBound: boolean
  readonly remaining: readonly RemainingData[]
}

async function counted(deps: CommandDeps, asked: Asked): Promise<Result> {
  return withStores(deps, async (acting) => {
    progress('looking')
    const { held, remaining } = await findPerson(withHolders(acting, deps), asked)
    const counts = [...held].map(([name, data]) => [name, data.counts])
    return {
      isDryRun: true,
      found: Object.fromEntries(counts),
      isLowerBound: [...held.values()].some((data) => data.isLowerBound),
      remaining,
    }
  })
}

async function erased(deps: CommandDeps, asked: Asked): Promise<Result> {
  return withStores(deps, async (acting) => {
    progress('erasing')
    const done = await erasePerson(withHolders(acting, deps), acting.by, asked)
    const { erasureId, outcome, remaining } = done
    return { isDryRun: false, erasureId, found: outcome, isLowerBound: false, remaining }
  })
}

function withHolders(acting: RecordActingDeps, { config }: CommandDeps) {
  return { ...acting, holders: personalDataHolders({ ...acting, config }) }
}

function asText({ isDryRun, erasureId, found, isLowerBound, remaining }: Result): string {
  const rows = Object.entries(found).flatMap(([holder, counts]) =>
    Object.entries(counts).map(([what, count]) => [holder, what, String(count)]),
  )
  const done = isDryRun
    ? `Would be erased${isLowerBound ? ', and more than that' : ''}:`
    : `Erased (erasure ${erasureId}):`
  return [
    ...(rows.length === 0 ? ['There is nothing of this person.'] : [done, table(rows)]),
    '',
    isDryRun ? 'Would be left:' : 'Left:',
    ...remaining.map(({ what, why }) => `${what}: ${why}`),
  ].join('\n')
}
