import { writeFileSync } from 'node:fs'
import { readMigrations } from '../src/platform/migration-files.ts'
import { pendingRecordMigration } from '../src/records/pending-record-migration.ts'

// Writes the migration that a change of the field catalogue needs, if it needs one.
const migrations = readMigrations('clickhouse')
const statements = pendingRecordMigration(migrations.map(({ sql }) => sql))
if (statements.length === 0) {
  process.stdout.write('The record tables hold what the catalogue asks for: nothing to do.\n')
} else {
  const number = String(migrations.length + 1).padStart(4, '0')
  const file = new URL(`../migrations/clickhouse/${number}_record_columns.sql`, import.meta.url)
  writeFileSync(file, `-- owner: records\n\n${statements.map((sql) => `${sql};\n`).join('\n')}`)
  process.stdout.write(`Wrote migrations/clickhouse/${number}_record_columns.sql.\n`)
}
