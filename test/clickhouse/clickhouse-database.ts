import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { ClickHouseConnection } from '../../src/platform/clickhouse/clickhouse-connection.ts'
import { createLogger } from '../../src/platform/log/log.ts'
import { fileResources } from '../support/run/file-resources.ts'

export const log = createLogger({ level: 'silent' })

/** The address of a database that is not there yet; it goes away with the test file. */
export function aDatabaseUrl(server: string = inject('clickhouseUrl')): string {
  const url = new URL(server)
  url.pathname = `test_${randomBytes(6).toString('hex')}`
  return url.href
}

/** A direct connection, for statements outside the engine port. */
export function aConnection(url: string): ClickHouseConnection {
  const connection = new ClickHouseConnection(url, { log })
  fileResources.defer(async () => {
    await connection.defineOnServer(`drop database if exists ${connection.database}`)
    await connection.close()
  })
  return connection
}
