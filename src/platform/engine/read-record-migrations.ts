import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { assert } from '../../kernel/assert.ts'
import type { Column } from '../../kernel/stored-column.ts'
import { numberedFiles } from '../files/migration-files.ts'
import { JSON_MAP_VALUES, JSON_VALUES } from './json-values.ts'
import { migratedTables } from './migrated-tables.ts'
import type { MigrationStep, RecordMigration } from './record-migration.ts'

const FOLDER = fileURLToPath(new URL('../../../migrations/records/', import.meta.url))
const COLUMN_TYPES: ReadonlySet<string> = new Set(
  [JSON_VALUES, JSON_MAP_VALUES].flatMap((writers) => Object.keys(writers)),
)
const STEPS: ReadonlySet<string> = new Set<MigrationStep['do']>([
  'create-installation',
  'create-table',
  'add-column',
  'add-index',
  'fill-index',
])
const INDEX_KINDS: ReadonlySet<string> = new Set(['equality', 'range'])
/** Names are used unquoted in SQL. */
const NAME = /^[a-z][a-z0-9_]*$/
const NAMED = ['table', 'index', 'column', 'after', 'valueFrom'] as const

/** The migrations of the record store, in order, checked as a whole. */
export function readRecordMigrations(folder: string = FOLDER): readonly RecordMigration[] {
  const migrations = numberedFiles(folder, '.json').map(({ file, version, name }) => {
    const text = readFileSync(`${folder}${file}`, 'utf8')
    return checkedMigration(JSON.parse(text), { version, name })
  })
  migratedTables(migrations)
  return migrations
}

function checkedMigration(
  content: unknown,
  { version, name }: { readonly version: number; readonly name: string },
): RecordMigration {
  const { owner, steps } = content as Partial<RecordMigration>
  assert(isName(owner) && Array.isArray(steps), `Record migration ${name} has no owner or steps.`)
  for (const step of steps) {
    const problem = problemOf(step as Record<string, unknown>)
    assert(problem === undefined, `Record migration ${name}: ${problem}`)
  }
  return { version, name, owner, steps }
}

function problemOf(step: Readonly<Record<string, unknown>>): string | undefined {
  const { do: action, kind, comment } = step
  if (!STEPS.has(String(action))) return `there is no step ${String(action)}.`
  if (comment !== undefined && !/^[^\n]+$/.test(String(comment))) return 'a comment is one line.'
  const names = NAMED.map((member) => step[member]).filter((value) => typeof value !== 'object')
  const odd = names.find((value) => value !== undefined && !isName(value))
  if (odd !== undefined) return `${String(odd)} is not a name.`
  const wrong = columnsIn(step).find((each) => !isColumn(each))
  if (wrong !== undefined) return `${JSON.stringify(wrong)} is not a column.`
  const isKindKnown = action !== 'add-index' || INDEX_KINDS.has(String(kind))
  return isKindKnown ? undefined : `there is no index of kind ${String(kind)}.`
}

function columnsIn({ do: action, columns, column }: Readonly<Record<string, unknown>>) {
  if (action === 'create-table') return Array.isArray(columns) ? (columns as unknown[]) : [null]
  return action === 'add-column' ? [column ?? null] : []
}

function isColumn(value: unknown): value is Column {
  const { name, type } = (value ?? {}) as Readonly<Record<string, unknown>>
  return isName(name) && COLUMN_TYPES.has(String(type))
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && NAME.test(value)
}
