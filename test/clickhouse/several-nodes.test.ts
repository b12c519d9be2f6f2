import { expect, test } from 'vitest'
import { quittance } from '../support/processes/command.ts'
import { startService, temporaryDataFolder } from '../support/processes/service-process.ts'
import { createTestDatabase } from '../support/stores/test-database.ts'
import { aConnection, aDatabaseUrl } from './clickhouse-database.ts'

test('nodes with CLICKHOUSE_URL share that server and start no engine; another installation is refused', async () => {
  const url = aDatabaseUrl()
  aConnection(url)
  const environment = {
    DATABASE_URL: await createTestDatabase('empty'),
    QUITTANCE_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
    CLICKHOUSE_URL: url,
  }
  const first = await startService(temporaryDataFolder(), environment)

  const second = await startService(temporaryDataFolder(), environment)
  const { code, err } = await quittance(['serve'], {
    ...environment,
    DATABASE_URL: await createTestDatabase('empty'),
    QUITTANCE_DATA_DIR: temporaryDataFolder(),
    QUITTANCE_PORT: '0',
    QUITTANCE_LOG_LEVEL: 'silent',
  })

  for (const node of [first, second]) {
    expect((await fetch(`${node.url}/readyz`)).status).toBe(200)
    expect(() => node.storePids()).toThrow(/ENOENT/)
  }
  expect(code).toBe(1)
  expect(err).toMatch(
    /^quittance: The ClickHouse database \w+ at \S+ belongs to another Quittance installation: [^\n]+\n$/,
  )
  await first.terminate()
  await second.terminate()
})
