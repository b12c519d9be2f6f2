import type { Command } from 'commander'
import type { RunCommand } from '../../platform/command-line/run-command.ts'
import { createCommand } from './create.ts'
import { list } from './list.ts'
import { prune } from './prune.ts'
import { restoreCommand } from './restore.ts'
import { verify } from './verify.ts'
import type { Config, ProgramFacts } from './with-place.ts'

const collected = (value: string, before: readonly string[] = []): readonly string[] => [...before, value]

export function addBackupCommands(program: Command, run: RunCommand<Config>, facts: ProgramFacts): void {
  const backup = program.command('backup').description('back up the whole installation, and restore it')
  const place = '[place]'

  run(
    backup
      .command(`create ${place}`)
      .description('back up everything while it runs, to a folder or s3://bucket/prefix (default: QUITTANCE_BACKUP_TO)')
      .option(
        '--recipient <age1…>',
        'encrypt for this age recipient; repeat for several (default: QUITTANCE_BACKUP_RECIPIENTS)',
        collected,
      ),
    createCommand(facts),
  )
  run(backup.command(`list ${place}`).description('list the backups of a place, newest first'), list)
  run(
    withIdentity(
      backup
        .command(`verify ${place}`)
        .description('read every byte of a backup and compare it with its hash')
        .option('--backup <id>', 'which one, as "backup list" shows it (default: the newest)')
        .option(
          '--restore',
          'also restore it into a temporary folder, and check audit trails, reports and balances there',
        )
        .option('--secret-key <file>', 'with --restore: the file secret.key, for a backup that is not encrypted'),
    ),
    verify,
  )
  run(
    backup
      .command(`prune ${place}`)
      .description('remove old backups: the last of each day, week and month are kept, and always the newest good one')
      .option('--daily <number>', 'days that keep their last backup (default: 7)')
      .option('--weekly <number>', 'weeks (default: 5)')
      .option('--monthly <number>', 'months (default: 12)')
      .option('--dry-run', 'only say what would be removed'),
    prune,
  )
  run(
    withIdentity(
      backup
        .command(`restore ${place}`)
        .description('restore a backup into a new data folder')
        .option('--data-dir <folder>', 'the new data folder; it must be empty')
        .option('--backup <id>', 'which one, as "backup list" shows it (default: the newest)')
        .option('--to <instant>', 'another moment, which the write-ahead log at the place or on the server reaches')
        .option('--secret-key <file>', 'the file secret.key, for a backup that is not encrypted')
        .option('--postgres-folder <folder>', 'only write the data folder of a PostgreSQL server, for its version')
        .option('--on-server', 'restore the rest: PostgreSQL runs on that folder, at DATABASE_URL'),
    ),
    restoreCommand(facts),
  )
}

function withIdentity(command: Command): Command {
  const what = 'a file with the age identity that the backup is encrypted for; repeat for several'
  return command.option('--identity <file>', what, collected)
}
