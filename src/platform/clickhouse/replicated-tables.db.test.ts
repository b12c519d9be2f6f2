import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/support/temporary-folder.ts'
import { readMigrations } from '../migration-files.ts'
import { clusterStatements } from './cluster-statements.ts'
import { explainCluster } from './explain-clickhouse.ts'
import { statementsOf } from './migrate-clickhouse.ts'

const PROGRAM = fileURLToPath(
  new URL('../../../test/support/replicating-engine-process.ts', import.meta.url),
)
const cluster = { name: 'main', database: 'quittance' }

/**
 * Without a server there is nobody who hands a statement to other nodes, nor anybody who replicates: such a table can
 * be made and not be changed.
 */
const definitions = readMigrations('clickhouse')
  .flatMap(({ sql }) => statementsOf(sql))
  .flatMap((statement) => clusterStatements(statement, cluster))
  .filter((statement) => statement.startsWith('create '))
  .map((statement) => statement.replace(" on cluster 'main'", ''))

async function onReplicatingEngine(
  macros: Readonly<Record<string, string>>,
  statements: readonly string[],
): Promise<readonly string[]> {
  const input = JSON.stringify({ folder: temporaryFolder(), macros, statements })
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, [PROGRAM], (error, out) =>
      out === '' ? reject(error) : resolve(JSON.parse(out) as string[]),
    )
    child.stdin?.end(input)
  })
}

test('a node with a Keeper makes every table, replicated and distributed, and bears it twice', async () => {
  const answers = await onReplicatingEngine({ shard: '01', replica: 'a' }, [
    'create database quittance engine = Atomic',
    ...definitions,
    ...definitions,
    `select zookeeper_path as path, replica_name as replica from system.replicas
      where table in ('fees_local', 'installation') order by table`,
    `select engine_full as engine from system.tables where name = 'fees'`,
  ])

  expect(answers.filter((answer) => answer.startsWith('refused'))).toEqual([])
  const replicas = answers
    .at(-2)
    ?.trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
  expect(replicas).toEqual([
    { path: '/clickhouse/tables/01/quittance/fees_local', replica: 'a' },
    { path: '/clickhouse/everywhere/quittance/installation', replica: '01-a' },
  ])
  expect(JSON.parse(answers.at(-1) ?? '')).toEqual({
    engine: "Distributed('main', 'quittance', 'fees_local', cityHash64(merchant_id))",
  })
})

test('a node without the macros is explained', async () => {
  const [, refusal = ''] = await onReplicatingEngine({ shard: '01' }, [
    'create database quittance engine = Atomic',
    definitions.find((statement) => statement.includes('Replicated')) ?? '',
  ])

  const code = /Code: (\d+)/.exec(refusal)?.[1]
  const explained = explainCluster(Object.assign(new Error(refusal), { code }), 'main') as Error
  expect(explained.message).toContain('need the macros {shard} and {replica}')
})
