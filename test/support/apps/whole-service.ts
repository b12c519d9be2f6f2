import { rmSync } from 'node:fs'
import { readConfig } from '../../../src/main/config.ts'
import { type Service, startService } from '../../../src/main/service.ts'
import { createLogger } from '../../../src/platform/log/log.ts'
import { freePort } from '../../../src/platform/processes/free-port.ts'
import type { JobHandlers } from '../../../src/platform/queue/queue.ts'
import { fileResources } from '../run/file-resources.ts'
import { copyRecordTables } from '../stores/record-tables.ts'
import { makeTemporaryFolder } from '../stores/temporary-folder.ts'
import { createTestDatabase } from '../stores/test-database.ts'

/** Starts the whole service in this process, background work included, with a new database and engine. */
export async function startWholeService(
  environment: Readonly<Record<string, string>> = {},
  jobHandlers: JobHandlers = {},
): Promise<Service> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start(environment, jobHandlers)
    } catch (error) {
      // Another test may have taken the port that was free a moment ago.
      const isTaken = error instanceof Error && error.message.includes(' is already in use: ')
      if (!isTaken || attempt === STARTS_MAX) throw error
    }
  }
}

const STARTS_MAX = 3

async function start(environment: Readonly<Record<string, string>>, jobHandlers: JobHandlers): Promise<Service> {
  const folder = makeTemporaryFolder()
  fileResources.defer(() => rmSync(folder, { recursive: true, force: true }))
  await copyRecordTables(folder)
  const config = readConfig({
    QUITTANCE_DATA_DIR: folder,
    QUITTANCE_PORT: String(await freePort()),
    DATABASE_URL: await createTestDatabase(),
    QUITTANCE_RATE_LIMIT: '0',
    ...environment,
  })
  const service = await startService({
    config,
    log: createLogger({ level: 'silent' }),
    jobHandlers,
  })
  fileResources.defer(service.close)
  return service
}
