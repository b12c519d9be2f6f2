import type { Command } from 'commander'
import type { RunCommand } from '../../platform/command-line/run-command.ts'
import { progress, table } from '../../platform/command-line/terminal.ts'
import type { MigrationReport } from '../../platform/files/migration-files.ts'
import { migrateStores, openStores } from '../../platform/stores/stores.ts'

export function addMigrateCommand(program: Command, run: RunCommand): void {
  run(program.command('migrate').description('bring both stores up to date'), async ({ config, log }) => {
    progress('connecting to the stores')
    const stores = await openStores(config, log)
    try {
      const report = await migrateStores(stores, log)
      return { json: report, text: table([row('PostgreSQL', report.postgres), row('Records', report.records)]) }
    } finally {
      await stores.close()
    }
  })
}

function row(store: string, { applied, version }: MigrationReport): readonly string[] {
  const outcome = applied.length === 0 ? 'was up to date' : `ran ${applied.join(', ')}`
  return [store, `version ${version}`, outcome]
}
