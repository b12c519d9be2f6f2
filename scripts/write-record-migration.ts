import { writeFileSync } from 'node:fs'
import { KINDS } from '../src/catalogue/kinds.ts'
import { columnsOf } from '../src/catalogue/record-table.ts'
import { readRecordMigrations } from '../src/platform/engine/read-record-migrations.ts'
import type { MigrationStep } from '../src/platform/engine/record-migration.ts'
import { checkRecordMigrations, pendingSteps } from './record-migrations.ts'

// Writes the migration that a change of the field catalogue needs, if it needs one.
const migrations = readRecordMigrations()
checkRecordMigrations(migrations)
const wanted = new Map(Object.values(KINDS).map((kind) => [kind.table, columnsOf(kind)]))
const steps = pendingSteps(migrations, wanted)
if (steps.length === 0) {
  process.stdout.write('The record tables hold what the catalogue asks for: nothing to do.\n')
} else {
  const number = String(migrations.length + 1).padStart(4, '0')
  const file = `migrations/records/${number}_record_columns.json`
  const written = `{\n  "owner": "records",\n  "steps": [\n${steps.map(stepJson).join(',\n')}\n  ]\n}\n`
  writeFileSync(new URL(`../${file}`, import.meta.url), written)
  process.stdout.write(`Wrote ${file}.\n`)
}

/** A step on a line, and a table with a line for each column: a change is read line by line. */
function stepJson(step: MigrationStep): string {
  if (step.do !== 'create-table') return `    ${lineJson(step)}`
  const columns = step.columns.map((column) => `        ${lineJson(column)}`)
  return `    {\n      "do": "${step.do}",\n      "table": "${step.table}",\n      "columns": [\n${columns.join(',\n')}\n      ]\n    }`
}

function lineJson(value: object): string {
  const members = Object.entries(value).map(([name, member]: readonly [string, unknown]) => {
    const isObject = typeof member === 'object' && member !== null
    return `${JSON.stringify(name)}: ${isObject ? lineJson(member) : JSON.stringify(member)}`
  })
  return `{ ${members.join(', ')} }`
}
