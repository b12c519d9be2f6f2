import { ClickHouseEngine } from '../../src/platform/clickhouse/clickhouse-engine.ts'
import { readRecordMigrations } from '../../src/platform/engine/read-record-migrations.ts'
import { fileResources } from '../support/run/file-resources.ts'
import { aConnection, aDatabaseUrl, log } from './clickhouse-database.ts'

type StoreOptions = { readonly server?: string; readonly cluster?: string }

/** An engine on a database of its own, with all record tables. */
export async function aClickHouseStore({ server, cluster }: StoreOptions = {}) {
  const url = aDatabaseUrl(server)
  const connection = aConnection(url)
  const engine = new ClickHouseEngine(url, { cluster, log })
  fileResources.defer(() => engine.close())
  await engine.migrate(readRecordMigrations())
  return { engine, connection }
}
