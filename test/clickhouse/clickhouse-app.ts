import type { Service } from '../../src/main/service.ts'
import { startWholeService } from '../support/apps/whole-service.ts'
import { aConnection, aDatabaseUrl } from './clickhouse-database.ts'

/** The whole service in this process, without jobs, with its records in a ClickHouse database of its own unless one is given. */
export async function startClickHouseApp(given?: string): Promise<Service> {
  const url = given ?? aDatabaseUrl()
  if (given === undefined) aConnection(url)
  return startWholeService({ QUITTANCE_ROLE: 'api', CLICKHOUSE_URL: url })
}
