import type { Command } from 'commander'
import type { MigrationReport } from '../../platform/files/migration-files.ts'
import { migrateStores, openStores } from '../../platform/stores/stores.ts'
import { type CommandDeps, type CommandOptions, EXIT, JSON_OPTION, runCommand } from '../run-command.ts'
import { progress, say, sayJson, table } from '../terminal.ts'

export function addCommands(program: Command): void {
  program
    .command('migrate')
    .description('bring both stores up to date')
    .option(...JSON_OPTION)
    .action((options: CommandOptions) => runCommand(migrate, options))
}

/** Brings both stores up to date; safe to run at any time and on several nodes at once. */
export async function migrate({ config, log }: CommandDeps, { json }: CommandOptions): Promise<number> {
  progress('reaching the stores')
  const stores = await openStores(config, log)
  try {
    const report = await migrateStores(stores, log)
    if (json) sayJson(report)
    else say(table([row('PostgreSQL', report.postgres), row('Records', report.records)]))
    return EXIT.done
  } finally {
    await stores.close()
  }
}

function row(store: string, { applied, version }: MigrationReport): readonly string[] {
  const what = applied.length === 0 ? 'was up to date' : `ran ${applied.join(', ')}`
  return [store, `version ${version}`, what]
}
