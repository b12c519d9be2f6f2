import type { Command } from 'commander'
import type { ListOptions } from './commands/reports.ts'
import { type CommandOptions, JSON_OPTION, runCommand } from './run-command.ts'

const load = () => import('./commands/reports.ts')

/** Reports that have been made, on the command line. */
export function addReportsCommands(program: Command): void {
  const reports = program.command('reports').description('see reports, verify and remove them')

  reports
    .command('list')
    .description('list reports, newest first')
    .option('--organization <id>', 'those of one organization')
    .option('--status <status>', 'those in one state, as COMPLETED')
    .option('--limit <number>', 'at most so many, 1 to 1000 (default: 50)')
    .option(...JSON_OPTION)
    .action((options: ListOptions) => runCommand(async () => (await load()).listReports, options))

  reports
    .command('verify <reportId>')
    .description('compare a report with its hash and with the records of today')
    .option(...JSON_OPTION)
    .action((reportId: string, options: CommandOptions) =>
      runCommand(async () => (await load()).verify, { ...options, reportId }),
    )

  reports
    .command('remove <reportId>')
    .description('remove a report that has ended, with its files; cannot be undone')
    .option(...JSON_OPTION)
    .action((reportId: string, options: CommandOptions) =>
      runCommand(async () => (await load()).remove, { ...options, reportId }),
    )
}
