import type { Command } from 'commander'
import type { DemoOptions } from './commands/demo.ts'
import { JSON_OPTION, runCommand } from './run-command.ts'

/** Data to try things with, on the command line. */
export function addDemoCommand(program: Command): void {
  program
    .command('demo')
    .description('fill reports with a year of invented payments (sandbox mode only), or clear them')
    .option('--profile <name>', 'what is made up: shop-year (default)')
    .option('--organization <id>', 'partner, account or merchant (default: the sandbox’s partner)')
    .option('--from <date>', 'first day of the year, in UTC (default: 365 days ago)')
    .option('--transactions <number>', 'how many; the rest follows from them (default: 100000)')
    .option('--merchants <number>', 'how many merchants make them (default: 10)')
    .option('--seed <number>', 'another number, other data; the same, the same (default: 1)')
    .option('--clear', 'remove all demo data, or those of the organization and all below it')
    .option(...JSON_OPTION)
    .action((options: DemoOptions) =>
      runCommand(async () => (await import('./commands/demo.ts')).demo, options),
    )
}
