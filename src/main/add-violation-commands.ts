import type { Command } from 'commander'
import type { ListOptions } from './commands/violations.ts'
import { JSON_OPTION, runCommand } from './run-command.ts'

/** Breaches of the rule on personal data on the command line. */
export function addViolationCommands(program: Command): void {
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
    .action((options: ListOptions) =>
      runCommand(async () => (await import('./commands/violations.ts')).listRecorded, options),
    )
}
