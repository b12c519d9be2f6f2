import type { Command } from 'commander'
import { invoicesErasure } from '../../invoicing/index.ts'
import { type Person, readPerson } from '../../kernel/person.ts'
import type { RemainingData } from '../../kernel/personal-data.ts'
import { notificationHolders } from '../../notifications/index.ts'
import { personErasure } from '../../organizations/index.ts'
import { paymentsHolder } from '../../payments/index.ts'
import type { CommandDeps, Output, RunCommand } from '../../platform/command-line/run-command.ts'
import { progress, table } from '../../platform/command-line/terminal.ts'
import { type RecordActingDeps, withStores } from '../../platform/command-line/with-stores.ts'
import { editsHolder, requestLogHolder, viewsHolder } from '../../portal/index.ts'
import { recordsHolder } from '../../records/index.ts'
import { reportsHolder } from '../../reporting/index.ts'
import type { Config } from '../config.ts'
import { paymentDepsOf } from '../payment-deps.ts'

const collected = (value: string, before: readonly string[] = []): readonly string[] => [...before, value]

export function addEraseCommand(program: Command, run: RunCommand<Config>): void {
  const command = program
    .command('erase')
    .description('erase one person’s data in an organization and all below it; cannot be undone')
    .requiredOption('--organization <id>', 'where to erase; a partner or account includes all below it')
    .option('--email <address>', 'a mail address of the person, in any letter case', collected)
    .option('--phone <number>', 'a phone number of the person; only digits are compared', collected)
    .option('--customer-id <id>', 'the merchant’s customer number of the person, exactly', collected)
    .option('--leave-without-owner', 'also erase the last owner of an organization')
    .option('--dry-run', 'only count what would be erased')
    .addHelpText('after', '\nEach --email, --phone and --customer-id matches on its own and can be repeated.')

  run(command, erase)
}

type EraseOptions = {
  readonly organization: string
  readonly email?: readonly string[]
  readonly phone?: readonly string[]
  readonly customerId?: readonly string[]
  readonly dryRun?: boolean
  readonly leaveWithoutOwner?: boolean
}

/** Erases a person's data, or counts it. The output does not repeat who was searched for. */
async function erase(deps: CommandDeps<Config>, options: EraseOptions): Promise<Output> {
  const { organization: organizationId, dryRun = false, leaveWithoutOwner: mayOrphan = false } = options
  const person = readPerson({
    emails: options.email ?? [],
    phones: options.phone ?? [],
    customerIds: options.customerId ?? [],
  })
  const result = await (dryRun ? counted : erased)(deps, { organizationId, person }, { mayOrphan })
  return { json: { organizationId, ...result }, text: asText(result) }
}

type Terms = { readonly mayOrphan: boolean }

type Subject = { readonly organizationId: string; readonly person: Person }

type Result = {
  readonly isDryRun: boolean
  /** Undefined in a dry run, which is not recorded. */
  readonly erasureId?: string
  /** Counts by holder and kind. */
  readonly found: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** There may be more than was counted. */
  readonly isLowerBound: boolean
  readonly remaining: readonly RemainingData[]
}

async function counted(deps: CommandDeps<Config>, subject: Subject, terms: Terms): Promise<Result> {
  return withStores(deps, async (acting) => {
    progress('searching')
    const { held, remaining } = await personErasure.find(withHolders(acting, deps, terms), subject)
    const counts = [...held].map(([name, data]) => [name, data.counts])
    return {
      isDryRun: true,
      found: Object.fromEntries(counts),
      isLowerBound: [...held.values()].some((data) => data.isLowerBound),
      remaining,
    }
  })
}

async function erased(deps: CommandDeps<Config>, subject: Subject, terms: Terms): Promise<Result> {
  return withStores(deps, async (acting) => {
    await leaveForBackups(acting, deps, subject)
    progress('erasing')
    const done = await personErasure.erase(withHolders(acting, deps, terms), acting.by, subject)
    const { erasureId, outcome, remaining } = done
    return { isDryRun: false, erasureId, found: outcome, isLowerBound: false, remaining }
  })
}

/** Before anything is erased: older backups would bring the person back. */
async function leaveForBackups(
  { secrets, machineClock }: RecordActingDeps,
  { config }: CommandDeps<Config>,
  subject: Subject,
): Promise<void> {
  if (config.backupTo === undefined) return
  progress('leaving the erasure at the place of backups')
  const { backupErasures } = await import('../../backup/index.ts')
  await backupErasures.leave(config, { secrets, machineClock }, subject)
}

/** Adds all holders of personal data, in the order of erasure. */
export function withHolders(acting: RecordActingDeps, { config, log }: CommandDeps<Config>, terms: Terms) {
  const { db: database, secrets, mode, clock } = acting
  const deps = { ...paymentDepsOf({ config, mode, stores: { database, secrets }, clock, log }), ...acting, config }
  const holders = [
    // Before the invoices, which say whose payments they are.
    paymentsHolder(deps),
    invoicesErasure.holder(deps),
    ...notificationHolders(deps),
    // Before the people, whose views it recognizes by their makers.
    viewsHolder(deps),
    editsHolder(deps),
    requestLogHolder(deps),
    personErasure.accounts({ ...deps, ...terms }),
    recordsHolder(deps),
    personErasure.keptAnswers(deps),
    reportsHolder(deps),
  ]
  return { ...acting, holders }
}

function asText({ isDryRun, erasureId, found, isLowerBound, remaining }: Result): string {
  const rows = Object.entries(found).flatMap(([holder, counts]) =>
    Object.entries(counts).map(([what, count]) => [holder, what, String(count)]),
  )
  const done = isDryRun ? `Would be erased${isLowerBound ? ', and more' : ''}:` : `Erased (erasure ${erasureId}):`
  return [
    ...(rows.length === 0 ? ['No data of this person was found.'] : [done, table(rows)]),
    '',
    isDryRun ? 'Would remain:' : 'Remaining:',
    ...remaining.map(({ what, why }) => `${what}: ${why}`),
  ].join('\n')
}
