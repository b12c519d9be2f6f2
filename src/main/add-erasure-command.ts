import type { Command } from 'commander'
import type { EraseOptions } from './commands/erase.ts'
import { JSON_OPTION, runCommand } from './run-command.ts'

const collected = (value: string, before: readonly string[]): readonly string[] => [
  ...before,
  value,
]

/** The erasure of one person's data on the command line. */
export function addErasureCommand(program: Command): void {
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
    .action((options: EraseOptions) =>
      runCommand(async () => (await import('./commands/erase.ts')).erase, options),
    )
}
