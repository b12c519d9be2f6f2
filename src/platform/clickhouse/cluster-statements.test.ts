import { describe, expect, test } from 'vitest'
import { readMigrations } from '../migration-files.ts'
import { clusterStatements, mutatedTable } from './cluster-statements.ts'
import { statementsOf } from './migrate-clickhouse.ts'

const cluster = { name: 'main', database: 'quittance' }

describe('statements for a cluster', () => {
  test('a table of many rows stands on each shard, and one without data leads there', () => {
    const statement = `-- owner: records

create table if not exists fees (
  merchant_id LowCardinality(String),
  occurred_at DateTime64(3, 'UTC'),
  version UInt64,
  is_deleted UInt8
) engine = ReplacingMergeTree(version, is_deleted)
partition by toYYYYMM(occurred_at)
order by (merchant_id, occurred_at)
settings min_bytes_for_wide_part = 134217728`

    expect(clusterStatements(statement, cluster)).toEqual([
      `create table if not exists \`quittance\`.\`fees_local\` on cluster 'main' (
  merchant_id LowCardinality(String),
  occurred_at DateTime64(3, 'UTC'),
  version UInt64,
  is_deleted UInt8
) engine = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}', version, is_deleted)
partition by toYYYYMM(occurred_at)
order by (merchant_id, occurred_at)
settings min_bytes_for_wide_part = 134217728`,
      `create table if not exists \`quittance\`.\`fees\` on cluster 'main' as \`quittance\`.\`fees_local\` engine = Distributed('main', 'quittance', 'fees_local', cityHash64(merchant_id))`,
    ])
  })

  test('a small table stands whole on every node', () => {
    const statement =
      'create table if not exists installation (\n  id UUID\n) engine = MergeTree order by id'

    expect(clusterStatements(statement, cluster)).toEqual([
      `create table if not exists \`quittance\`.\`installation\` on cluster 'main' (\n  id UUID\n) engine = ReplicatedMergeTree('/clickhouse/everywhere/{database}/{table}', '{shard}-{replica}') order by id`,
    ])
  })

  test.each([
    [
      'fees',
      [
        "alter table `quittance`.`fees_local` on cluster 'main' add column if not exists note String after version",
        "alter table `quittance`.`fees` on cluster 'main' add column if not exists note String after version",
      ],
    ],
    [
      'installation',
      ['alter table `quittance`.`installation` add column if not exists note String after version'],
    ],
  ])('a column comes to %s first where the data are', (table, statements) => {
    const statement = `alter table ${table} add column if not exists note String after version`

    expect(clusterStatements(statement, cluster)).toEqual(statements)
  })

  test.each([
    'add index if not exists note_index note type minmax granularity 1',
    'materialize index note_index settings mutations_sync = 0',
  ])('only what holds the data is given an index: %s', (change) => {
    expect(clusterStatements(`alter table fees ${change}`, cluster)).toEqual([
      `alter table \`quittance\`.\`fees_local\` on cluster 'main' ${change}`,
    ])
  })

  test('every statement of the migrations can be given to a cluster', () => {
    for (const { sql } of readMigrations('clickhouse')) {
      for (const statement of statementsOf(sql)) {
        expect(clusterStatements(statement, cluster).length).toBeGreaterThan(0)
      }
    }
  })

  test('a statement without a known form is refused before anything runs', () => {
    expect(() => clusterStatements('rename table fees to costs', cluster)).toThrow(
      /No way is known/,
    )
  })

  test('names cannot break out of a statement', () => {
    const odd = { name: "ma'in", database: 'qu`it' }

    expect(mutatedTable('fees', odd)).toBe("`qu\\`it`.`fees_local` on cluster 'ma\\'in'")
    expect(mutatedTable('fees', undefined)).toBe('`fees`')
  })
})
