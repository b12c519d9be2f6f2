import { expect, test } from 'vitest'
import { StartupError } from '../processes/startup-error.ts'
import { explainCluster } from './explain-clickhouse.ts'

/** As ClickHouse 26 words them. */
test.each([
  [
    '139',
    "No macro 'shard' in config while processing substitutions in '/clickhouse/tables/{shard}'",
    'need the macros {shard} and {replica}',
  ],
  ['139', 'There is no Zookeeper configuration in server config', 'have no Keeper'],
  ['225', "Can't create replicated table without ZooKeeper", 'have no Keeper'],
  ['139', 'There is no DistributedDDL configuration in server config', 'section distributed_ddl'],
  ['392', 'Replicated DDL queries are disabled.', 'section distributed_ddl'],
  ['701', "Requested cluster 'main' not found.", 'knows no such cluster'],
  ['999', 'Coordination error: Connection loss', 'Keeper does not answer'],
  ['242', 'Table is in readonly mode (replica path: /clickhouse/x)', 'has lost the Keeper'],
  ['159', 'Distributed DDL task is not finished on 1 of 2 hosts', 'not all of its nodes answered'],
  ['285', 'Number of alive replicas (1) is less than requested quorum (2/3).', 'too few replicas'],
])('the response %s, %s, of a cluster is explained in one sentence', (code, message, words) => {
  const explained = explainCluster(Object.assign(new Error(message), { code }), 'main')

  expect(explained).toBeInstanceOf(StartupError)
  expect((explained as Error).message).toContain(`The ClickHouse cluster main cannot be used: `)
  expect((explained as Error).message).toContain(words)
})

test('errors that do not concern a cluster are unchanged', () => {
  const error = Object.assign(new Error('Syntax error'), { code: '62' })

  expect(explainCluster(error, 'main')).toBe(error)
})
