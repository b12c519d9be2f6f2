import { ClickHouseEngine } from '../../src/platform/clickhouse/clickhouse-engine.ts'
import { describeEngine } from '../support/contracts/engine-contract.ts'
import { aConnection, aDatabaseUrl, log } from './clickhouse-database.ts'

describeEngine('ClickHouse', {
  open: async () => {
    const url = aDatabaseUrl()
    aConnection(url)
    return new ClickHouseEngine(url, { log })
  },
  close: (engine) => engine.close(),
})
