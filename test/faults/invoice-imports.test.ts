import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { waitUntil } from '../../src/platform/processes/wait-until.ts'
import { type Keyed, sendAs } from '../support/http/send-request.ts'
import { type ServiceProcess, startService } from '../support/processes/service-process.ts'
import { startedDataFolder } from '../support/processes/started-folder.ts'
import { seededRandom } from '../support/random/seeded-random.ts'
import { isLongRun, seed } from '../support/run/test-run.ts'

const LINES = isLongRun ? 5_000 : 500
const KILLS = isLongRun ? 5 : 2
const END_MS_MAX = 300_000
const IMPORTS = '/portal/v1/invoice-imports'
const OPTIONS = {
  mapping: { Name: 'customerName', Due: 'dueDate', Total: 'totalAmount', Text: 'description' },
  ...{ defaults: { currency: 'EUR' }, delivery: 'draft' },
}

test(`each of ${LINES} lines is imported once in ${KILLS} kills of the service, and none by a second run (seed ${seed})`, async () => {
  const random = seededRandom(seed)
  const folder = await startedDataFolder()
  const owner = keyIn(folder)
  let service = await startService(folder)
  onTestFinished(() => service.kill())
  const ask = (method: string, path: string, body?: object) => sendAs(portOf(service), owner, { method, path, body })
  const progress = async (importId: string) => (await ask('GET', `${IMPORTS}/${importId}`)).body
  const lines = Array.from({ length: LINES }, (_, index) => `Ada,2027-04-01,5.00,Line ${index}`)
  const started = async (): Promise<string> => {
    const body = ['Name,Due,Total,Text', ...lines].join('\n')
    const headers = { 'content-type': 'text/csv' }
    const { body: file } = await sendAs(portOf(service), owner, { method: 'POST', path: IMPORTS, headers, body })
    expect((await ask('POST', `${IMPORTS}/${file.importId}/run`, OPTIONS)).status).toBe(200)
    return file.importId
  }
  const ended = async (importId: string) => {
    const look = async () => {
      const seen = await progress(importId)
      return seen.status === 'RUNNING' ? undefined : seen
    }
    return waitUntil(look, { withinMs: END_MS_MAX, everyMs: 100 })
  }

  const importId = await started()
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const wanted = (await progress(importId)).rows.done + random.integer(1, Math.floor(LINES / (KILLS + 2)))
    const isThere = async () => ((await progress(importId)).rows.done >= wanted ? true : undefined)
    await waitUntil(isThere, { withinMs: END_MS_MAX, everyMs: 5 })
    await sleep(random.integer(0, 20))
    await service.kill()
    service = await startService(folder)
  }
  const first = await ended(importId)
  const second = await ended(await started())
  const { body: list } = await ask('GET', '/invoicing/v2/invoices?limit=1&search=Line')
  const numbers = await importedNumbers(service, owner, importId)
  await service.terminate()

  expect(first).toMatchObject({ status: 'COMPLETED', invoices: { imported: LINES, repeated: 0, failed: 0 } })
  expect(second).toMatchObject({ status: 'COMPLETED', invoices: { imported: 0, repeated: LINES, failed: 0 } })
  expect(list.totalInvoices).toBe(LINES)
  expect(new Set(numbers).size).toBe(LINES)
})

/** Their numbers, line by line. */
async function importedNumbers(service: ServiceProcess, owner: Keyed, importId: string): Promise<readonly string[]> {
  const numbers: string[] = []
  for (let offset = 0; offset < LINES; offset += 1_000) {
    const path = `${IMPORTS}/${importId}/results?outcome=IMPORTED&limit=1000&offset=${offset}`
    const { body } = await sendAs(portOf(service), owner, { method: 'GET', path })
    numbers.push(...body.results.map(({ invoiceNumber }: { invoiceNumber: string }) => invoiceNumber))
  }
  return numbers
}

function keyIn(folder: string): Keyed {
  const { merchant } = JSON.parse(readFileSync(join(folder, 'sandbox-credentials.json'), 'utf8'))
  return { bearer: { key: merchant.bearer.key } }
}

function portOf({ url }: ServiceProcess): number {
  return Number(new URL(url).port)
}
