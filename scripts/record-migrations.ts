import { assert } from '../src/kernel/assert.ts'
import type { Column } from '../src/kernel/stored-column.ts'
import { JSON_MAP_VALUES, JSON_VALUES } from '../src/platform/engine/json-values.ts'
import type { MigrationStep, RecordMigration } from '../src/platform/engine/record-migration.ts'

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

/** Refuses migrations whose steps no engine could run; they are read from files, so their types prove nothing. */
export function checkRecordMigrations(migrations: readonly RecordMigration[]): void {
  for (const { name, owner, steps } of migrations) {
    assert(isName(owner) && Array.isArray(steps), `Record migration ${name} has no owner or steps.`)
    for (const step of steps) {
      const problem = problemOf(step)
      assert(problem === undefined, `Record migration ${name}: ${problem}`)
    }
  }
  migratedTables(migrations)
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

/** The columns of every record table, in order, by the table's name. */
export type RecordTables = ReadonlyMap<string, readonly Column[]>

/** The record tables that the migrations make; refuses migrations that contradict each other. */
export function migratedTables(migrations: readonly RecordMigration[]): RecordTables {
  const tables = new Map<string, readonly Column[]>()
  const indexes = new Set<string>()
  for (const { name, steps } of migrations) {
    for (const step of steps) {
      const refuse = (problem: string): never => {
        throw new Error(`Record migration ${name}, ${step.do}: ${problem}`)
      }
      apply(step, { tables, indexes, refuse })
    }
  }
  return tables
}

type Made = {
  readonly tables: Map<string, readonly Column[]>
  /** As `table index`. */
  readonly indexes: Set<string>
  readonly refuse: (problem: string) => never
}

function apply(step: MigrationStep, made: Made): void {
  const { tables, indexes, refuse } = made
  switch (step.do) {
    case 'create-installation':
      return
    case 'create-table': {
      const names = new Set(step.columns.map(({ name }) => name))
      if (tables.has(step.table)) refuse(`the table ${step.table} is there already.`)
      if (names.size < step.columns.length) refuse(`${step.table} names a column twice.`)
      tables.set(step.table, step.columns)
      return
    }
    case 'add-column':
      tables.set(step.table, withColumn(step, made))
      return
    case 'add-index':
      columnOf(made, step.table, step.column)
      indexes.add(`${step.table} ${step.index}`)
      return
    case 'fill-index':
      if (!indexes.has(`${step.table} ${step.index}`)) {
        refuse(`${step.table} has no index ${step.index}.`)
      }
  }
}

type AddedColumn = Extract<MigrationStep, { readonly do: 'add-column' }>

function withColumn({ table, column, after, valueFrom }: AddedColumn, made: Made): readonly Column[] {
  const columns = columnsOf(made, table)
  if (columns.some(({ name }) => name === column.name)) {
    made.refuse(`${table} has a column ${column.name} already.`)
  }
  if (valueFrom !== undefined && columnOf(made, table, valueFrom).type !== column.type) {
    made.refuse(`${column.name} cannot take its value from ${valueFrom}, which has another type.`)
  }
  const before = columns.indexOf(columnOf(made, table, after))
  return columns.toSpliced(before + 1, 0, column)
}

function columnsOf({ tables, refuse }: Made, table: string): readonly Column[] {
  return tables.get(table) ?? refuse(`there is no table ${table}.`)
}

function columnOf(made: Made, table: string, name: string): Column {
  const column = columnsOf(made, table).find((each) => each.name === name)
  return column ?? made.refuse(`${table} has no column ${name}.`)
}

/** The steps from the tables that the migrations make to the tables that are wanted; none where they agree. */
export function pendingSteps(migrations: readonly RecordMigration[], wanted: RecordTables): readonly MigrationStep[] {
  const tables = migratedTables(migrations)
  return [...wanted].flatMap(([table, columns]): readonly MigrationStep[] => {
    const known = tables.get(table)
    return known === undefined ? [{ do: 'create-table', table, columns }] : addedColumns(table, columns, known)
  })
}

function addedColumns(table: string, wanted: readonly Column[], known: readonly Column[]): readonly MigrationStep[] {
  const types = new Map(known.map(({ name, type }) => [name, type]))
  return wanted.flatMap((column, index): readonly MigrationStep[] => {
    const type = types.get(column.name)
    assert(
      type === undefined || type === column.type,
      `The column ${column.name} of ${table} is ${type}: it cannot become ${column.type}. Give the field another column.`,
    )
    if (type !== undefined) return []
    const before = wanted[index - 1]
    assert(before !== undefined, 'The first column of a table is never a new one.')
    return [{ do: 'add-column', table, column, after: before.name }]
  })
}
