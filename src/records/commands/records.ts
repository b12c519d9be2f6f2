import type { Command } from 'commander'
import type { RunCommand } from '../../platform/command-line/run-command.ts'
import { exportFolder, loadFolder } from './archive.ts'
import { prune, type RecordsConfig, retention } from './retention.ts'

export function addRecordCommands(program: Command, run: RunCommand<RecordsConfig>): void {
  const records = program.command('records').description('move records between installations, and set their retention')

  run(
    records
      .command('export <folder>')
      .description('copy records into a new folder, every version as it is stored')
      .option('--kind <kind>', 'only one kind, such as transaction')
      .option('--organization <id>', 'only the merchants below one organization')
      .option('--from <time>', 'from this date or instant on, such as 2026-03-09 or 2026-03-09T10:00:00Z')
      .option('--to <time>', 'before this date or instant'),
    exportFolder,
  )
  run(
    records.command('load <folder>').description('store exported records; those already stored are skipped'),
    loadFolder,
  )
  run(
    records
      .command('retention')
      .description('show or change how long records are kept')
      .option('--organization <id>', 'of this organization and all below it')
      .option('--months <number>', 'keep records for this many months, 1 to 240')
      .option('--default', 'use the retention of the organization above'),
    retention,
  )
  run(
    records.command('prune').description('remove records past their retention now; a service does so every day'),
    prune,
  )
}
