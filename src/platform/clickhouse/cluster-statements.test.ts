import { describe, expect, test } from 'vitest'
import type { MigrationStep } from '../engine/record-migration.ts'
import { mutatedTable } from './cluster-statements.ts'
import { migrationStatements } from './table-sql.ts'

const cluster = { name: 'main', database: 'quittance' }
const onCluster = (...steps: readonly MigrationStep[]): readonly string[] =>
  migrationStatements({ version: 1, name: '0001_step', owner: 'records', steps }, cluster)

describe('statements for a cluster', () => {
  test('a large table is on each shard, behind a distributed table', () => {
    const statements = onCluster({
      do: 'create-table',
      table: 'fees',
      columns: [
        { name: 'merchant_id', type: 'repetitive-text' },
        { name: 'occurred_at', type: 'instant' },
        { name: 'version', type: 'version' },
        { name: 'is_deleted', type: 'flag' },
      ],
    })

    expect(statements).toEqual([
      `create table if not exists \`quittance\`.\`fees_local\` on cluster 'main' (
  merchant_id LowCardinality(String),
  occurred_at DateTime64(3, 'UTC'),
  version UInt64,
  is_deleted UInt8
) engine = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}', version, is_deleted)
partition by toYYYYMM(occurred_at)
order by (merchant_id, occurred_at, record_id)
settings min_bytes_for_wide_part = 134217728`,
      `create table if not exists \`quittance\`.\`fees\` on cluster 'main' as \`quittance\`.\`fees_local\` engine = Distributed('main', 'quittance', 'fees_local', cityHash64(merchant_id))`,
    ])
  })

  test('a small table is complete on every node', () => {
    expect(onCluster({ do: 'create-installation' })).toEqual([
      `create table if not exists \`quittance\`.\`installation\` on cluster 'main' (
  id UUID,
  claimed_at DateTime64(3, 'UTC') default now64(3)
) engine = ReplicatedMergeTree('/clickhouse/everywhere/{database}/{table}', '{shard}-{replica}') order by id`,
    ])
  })

  test('a column is added first to the table that has the data', () => {
    const column = { name: 'note', type: 'text' } as const

    expect(onCluster({ do: 'add-column', table: 'fees', column, after: 'version' })).toEqual([
      "alter table `quittance`.`fees_local` on cluster 'main' add column if not exists note String after version",
      "alter table `quittance`.`fees` on cluster 'main' add column if not exists note String after version",
    ])
  })

  test('only the table that has the data gets an index', () => {
    const index = { table: 'fees', index: 'note_index' } as const

    expect(
      onCluster({ do: 'add-index', ...index, column: 'note', kind: 'range' }, { do: 'fill-index', ...index }),
    ).toEqual([
      "alter table `quittance`.`fees_local` on cluster 'main' add index if not exists note_index note type minmax granularity 1",
      "alter table `quittance`.`fees_local` on cluster 'main' materialize index note_index settings mutations_sync = 0",
    ])
  })

  test('a table that cannot be distributed is refused before any statement runs', () => {
    expect(() => onCluster({ do: 'create-table', table: 'costs', columns: [] })).toThrow(/no column to be spread by/)
  })

  test('names cannot break out of a statement', () => {
    const odd = { name: "ma'in", database: 'qu`it' }

    expect(mutatedTable('fees', odd)).toBe("`qu\\`it`.`fees_local` on cluster 'ma\\'in'")
    expect(mutatedTable('fees', undefined)).toBe('`fees`')
  })
})
