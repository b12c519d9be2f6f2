import type { Command } from 'commander'
import { type CommandOptions, JSON_OPTION, runCommand } from '../run-command.ts'
import { type ExportOptions, exportFolder, loadFolder } from './records-archive.ts'
import { prune, type RetentionOptions, retention } from './records-retention.ts'

/** The record store on the command line. */
export function addCommands(program: Command): void {
  const records = program.command('records').description('move report records, and say how long they are kept')

  records
    .command('export <folder>')
    .description('copy records into a new folder, every version as it is stored')
    .option('--kind <kind>', 'those of one kind, as transaction')
    .option('--organization <id>', 'those of the merchants below one organization')
    .option('--from <time>', 'from this day or instant on, as 2026-03-09 or 2026-03-09T10:00:00Z')
    .option('--to <time>', 'before this day or instant')
    .option(...JSON_OPTION)
    .action((folder: string, options: ExportOptions) => runCommand(exportFolder, { ...options, folder }))

  records
    .command('load <folder>')
    .description('store what was exported; what is there already is skipped')
    .option(...JSON_OPTION)
    .action((folder: string, options: CommandOptions) => runCommand(loadFolder, { ...options, folder }))

  records
    .command('retention')
    .description('see or change how long records are kept')
    .option('--organization <id>', 'of this organization and all below it')
    .option('--months <number>', 'keep them for so many months, 1 to 240')
    .option('--default', 'keep them as long as who stands above does')
    .option(...JSON_OPTION)
    .action((options: RetentionOptions) => runCommand(retention, options))

  records
    .command('prune')
    .description('remove now what is past its retention; a service does so every day')
    .option(...JSON_OPTION)
    .action((options: CommandOptions) => runCommand(prune, options))
}
