import { rmSync } from 'node:fs'
import { readConfig } from '../../../src/main/config.ts'
import { type Service, startService } from '../../../src/main/service.ts'
import { createLogger } from '../../../src/platform/log/log.ts'
import { freePort } from '../../../src/platform/processes/free-port.ts'
import type { JobHandlers } from '../../../src/platform/queue/queue.ts'
import { fileResources } from '../run/file-resources.ts'
import { makeTemporaryFolder } from '../stores/temporary-folder.ts'
import { createTestDatabase } from '../stores/test-database.ts'

/** The whole service in this process: a database of its own, a fresh engine folder, a free port. */
export async function startTestApp(
  environment: Readonly<Record<string, string>> = {},
  jobHandlers: JobHandlers = {},
): Promise<Service> {
  const folder = makeTemporaryFolder()
  fileResources.defer(() => rmSync(folder, { recursive: true, force: true }))
  const config = readConfig({
    QUITTANCE_DATA_DIR: folder,
    QUITTANCE_PORT: String(await freePort()),
    DATABASE_URL: await createTestDatabase(),
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
