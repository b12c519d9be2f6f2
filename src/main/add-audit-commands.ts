import type { Command } from 'commander'
import type { ListOptions, VerifyOptions } from './commands/audit.ts'
import { JSON_OPTION, runCommand } from './run-command.ts'

const load = () => import('./commands/audit.ts')

/** The audit trail on the command line. */
export function addAuditCommands(program: Command): void {
  const audit = program
    .command('audit')
    .description('see who did what, and whether it is still true')

  audit
    .command('list [organization]')
    .description('list what was done, newest first')
    .option('--since <time>', 'from this day or instant on, as 2026-03-09 or 2026-03-09T10:00:00Z')
    .option('--until <time>', 'before this day or instant')
    .option('--action <action>', 'one action, as key.created, or all of a kind, as key')
    .option('--limit <number>', 'how many at most, up to 1000', '50')
    .option(...JSON_OPTION)
    .action((organization: string | undefined, options: ListOptions) =>
      runCommand(async () => (await load()).listEntries, { ...options, organization }),
    )

  audit
    .command('verify [organization]')
    .description('say of every audit trail whether it was tampered with')
    .option('--head <number:hash>', 'a head of this organization that was kept elsewhere')
    .option(...JSON_OPTION)
    .action((organization: string | undefined, options: VerifyOptions) =>
      runCommand(async () => (await load()).verifyTrails, { ...options, organization }),
    )
}
