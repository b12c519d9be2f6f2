import type { Service } from '../../src/main/service.ts'
import { startTestApp } from '../support/app.ts'
import { aConnection, aDatabaseUrl } from './clickhouse-database.ts'

/** The whole service in this process, without jobs, with its records in a ClickHouse database of its own. */
export async function startClickHouseApp(): Promise<Service> {
  const url = aDatabaseUrl()
  aConnection(url)
  return startTestApp({ QUITTANCE_ROLE: 'api', CLICKHOUSE_URL: url })
}
