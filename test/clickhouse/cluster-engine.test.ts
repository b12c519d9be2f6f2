import { ClickHouseEngine } from '../../src/platform/clickhouse/clickhouse-engine.ts'
import { describeEngine } from '../support/contracts/engine-contract.ts'
import { aConnection, aDatabaseUrl, log } from './clickhouse-database.ts'
import { CLUSTER, clusterOfOne } from './cluster-of-one.ts'

const { url } = await clusterOfOne()

describeEngine('a cluster of ClickHouse servers', {
  open: async () => {
    const own = aDatabaseUrl(url)
    aConnection(own)
    return new ClickHouseEngine(own, { cluster: CLUSTER, log })
  },
  close: (engine) => engine.close(),
})
