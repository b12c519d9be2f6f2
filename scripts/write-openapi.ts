import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../src/main/config.ts'
import { startService } from '../src/main/service.ts'
import { createLogger } from '../src/platform/log/log.ts'
import { freePort } from '../src/platform/processes/free-port.ts'

/** Writes docs/openapi.json as a running service serves it; a test compares the two. */

const target = fileURLToPath(new URL('../docs/openapi.json', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'quittance-openapi-'))
const config = readConfig({
  QUITTANCE_DATA_DIR: folder,
  QUITTANCE_PORT: String(await freePort()),
  // The document names the address that people call; here the usual one.
  QUITTANCE_BASE_URL: readConfig({}).baseUrl,
})
const service = await startService({ config, log: createLogger({ level: 'silent' }) })
try {
  const response = await fetch(`${service.url}/openapi.json`)
  writeFileSync(target, `${JSON.stringify(await response.json(), null, 2)}\n`)
} finally {
  await service.close()
  rmSync(folder, { recursive: true })
}
