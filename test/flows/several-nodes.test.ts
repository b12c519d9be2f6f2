import { expect, test } from 'vitest'
import { quittance } from '../support/processes/command.ts'
import { startService, temporaryDataFolder } from '../support/processes/service-process.ts'
import { createTestDatabase } from '../support/stores/test-database.ts'

const isReady = async (url: string): Promise<boolean> => (await fetch(`${url}/readyz`)).status === 200

test('two services on one database and one data folder start together and share the engine', async () => {
  const folder = temporaryDataFolder()
  const environment = { DATABASE_URL: await createTestDatabase('empty') }

  const [first, second] = await Promise.all([startService(folder, environment), startService(folder, environment)])

  expect(await isReady(first.url)).toBe(true)
  expect(await isReady(second.url)).toBe(true)
  const { engine } = first.storePids()
  await first.terminate()
  expect(await isReady(second.url)).toBe(true)
  expect(second.storePids().engine).toBe(engine)
  await second.terminate()
})

test('a node with another data folder and no CLICKHOUSE_URL is refused in one sentence', async () => {
  const [home, other] = [temporaryDataFolder(), temporaryDataFolder()]
  const environment = { DATABASE_URL: await createTestDatabase('empty') }
  const first = await startService(home, environment)

  const { code, err } = await quittance(['serve'], {
    ...environment,
    QUITTANCE_DATA_DIR: other,
    QUITTANCE_PORT: '0',
    QUITTANCE_LOG_LEVEL: 'silent',
  })

  expect(code).toBe(1)
  expect(err).toBe(
    `quittance: This database keeps its report records in the embedded engine of another data folder (${home}): set CLICKHOUSE_URL to a ClickHouse server that all nodes share, or use that data folder.\n`,
  )
  await first.terminate()
})
