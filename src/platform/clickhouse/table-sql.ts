import type { Column } from '../../kernel/stored-column.ts'
import type { MigrationStep, RecordMigration } from '../engine/record-migration.ts'
import { CLICKHOUSE_TYPES } from './clickhouse-types.ts'
import {
  addColumnStatements,
  type Cluster,
  createTableStatements,
  indexStatement,
  type TableDefinition,
} from './cluster-statements.ts'

/**
 * Smaller parts keep all columns in one file: a batch need not open, and flush to the disk, several files
 * for each of a hundred columns, nor hold a buffer for each of them.
 */
const WIDE_PART_BYTES_MIN = 128 * 1024 * 1024

/** How an index finds rows; each index mark covers the smallest unit that is read in one step. */
const INDEX_TYPES = { equality: 'bloom_filter(0.0001)', range: 'minmax' } as const

const PLAIN = { engine: 'MergeTree', engineArguments: [] } as const

const INSTALLATION: TableDefinition = {
  ...PLAIN,
  table: 'installation',
  columns: ['id UUID', `claimed_at DateTime64(3, 'UTC') default now64(3)`],
  rest: ' order by id',
}

const MIGRATIONS_TABLE: TableDefinition = {
  ...PLAIN,
  table: 'schema_migrations',
  columns: [`version UInt32, name String, checksum String, applied_at DateTime64(3, 'UTC') default now64(3)`],
  rest: ' order by version',
}

/** Creates the table of the migrations that have run. */
export function migrationsTableStatements(cluster?: Cluster): readonly string[] {
  return createTableStatements(MIGRATIONS_TABLE, cluster)
}

/** The statements of a migration; each is idempotent. */
export function migrationStatements({ steps }: RecordMigration, cluster?: Cluster): readonly string[] {
  return steps.flatMap((step) => statementsOf(step, cluster))
}

/**
 * The migration as a single server's SQL. Databases know by its checksum what they have run, so once a migration is
 * released, not a character may change.
 */
export function migrationText({ owner, steps }: RecordMigration): string {
  const parts = steps.map((step, index) => {
    const isParagraph = index === 0 || step.do === 'create-table' || step.comment !== undefined
    const before = isParagraph && step.do !== 'create-installation' ? '\n' : ''
    const comment = step.comment === undefined ? '' : `-- ${step.comment}\n`
    return `${before}${comment}${statementsOf(step).join(';\n')};\n`
  })
  return `-- owner: ${owner}\n${parts.join('')}`
}

function statementsOf(step: MigrationStep, cluster?: Cluster): readonly string[] {
  switch (step.do) {
    case 'create-installation':
      return createTableStatements(INSTALLATION, cluster)
    case 'create-table':
      return createTableStatements(recordTable(step.table, step.columns), cluster)
    case 'add-column': {
      const { table, column, after, valueFrom } = step
      // The value is computed when an old row is read, until a merge stores it.
      const value = valueFrom === undefined ? '' : ` default ${valueFrom}`
      return addColumnStatements(table, `${declaration(column)}${value} after ${after}`, cluster)
    }
    case 'add-index': {
      const { table, index, column, kind } = step
      const type = `type ${INDEX_TYPES[kind]} granularity 1`
      return [indexStatement(table, `add index if not exists ${index} ${column} ${type}`, cluster)]
    }
    case 'fill-index': {
      const change = `materialize index ${step.index} settings mutations_sync = 0`
      return [indexStatement(step.table, change, cluster)]
    }
  }
}

function recordTable(table: string, columns: readonly Column[]): TableDefinition {
  return {
    table,
    columns: columns.map(declaration),
    engine: 'ReplacingMergeTree',
    engineArguments: ['version', 'is_deleted'],
    rest: `
partition by toYYYYMM(occurred_at)
order by (merchant_id, occurred_at, record_id)
settings min_bytes_for_wide_part = ${WIDE_PART_BYTES_MIN}`,
  }
}

function declaration({ name, type }: Column): string {
  return `${name} ${CLICKHOUSE_TYPES[type]}`
}
