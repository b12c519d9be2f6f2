import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { firstBackup } from '../support/data/backups.ts'
import { anInvoiceBody } from '../support/data/invoices.ts'
import { quittance } from '../support/processes/command.ts'
import { type ServiceProcess, startService, temporaryDataFolder } from '../support/processes/service-process.ts'
import { startedDataFolder } from '../support/processes/started-folder.ts'
import { eventually } from '../support/run/eventually.ts'
import { temporaryFolder } from '../support/stores/temporary-folder.ts'

/** A client of the sandbox's merchant, whose key is in the data folder. */
function merchantOf(folder: string) {
  const { merchant } = JSON.parse(readFileSync(join(folder, 'sandbox-credentials.json'), 'utf8'))
  const headers = { authorization: `Bearer ${merchant.bearer.key}` }
  const ask = async (
    { url }: ServiceProcess,
    method: string,
    path: string,
    body?: string,
    type = 'application/json',
  ) => {
    const sent = body === undefined ? {} : { body }
    const response = await fetch(`${url}${path}`, { method, headers: { ...headers, 'content-type': type }, ...sent })
    // biome-ignore lint/suspicious/noExplicitAny: tests look into responses of any shape.
    const json: any = await response.json()
    return { status: response.status, json }
  }
  return {
    organizationId: merchant.organizationId as string,
    ask,
    invoice: async (service: ServiceProcess, email: string) => {
      const body = JSON.stringify(anInvoiceBody({ customerInformation: { name: 'Someone', email } }))
      const { status, json } = await ask(service, 'POST', '/invoicing/v2/invoices', body)
      expect(status).toBe(201)
      return json.id as string
    },
    upload: (service: ServiceProcess, recordId: string) => {
      const record = { merchantId: merchant.organizationId, occurredAt: '2026-03-08T10:00:00Z', recordId, fields: {} }
      return ask(service, 'POST', '/ingest/v1/records/transaction', JSON.stringify(record), 'application/x-ndjson')
    },
  }
}

test('a lost data folder is back at a moment after the backup, without the erased person, silent until it is activated', async () => {
  const folder = await startedDataFolder()
  const place = temporaryFolder()
  const backups = { QUITTANCE_BACKUP_TO: place, QUITTANCE_BACKUP_ARCHIVE_SECONDS: '1' }
  const environment = { ...backups, QUITTANCE_DATA_DIR: folder }
  const merchant = merchantOf(folder)
  const original = await startService(folder, backups)
  const before = await merchant.invoice(original, 'before@example.org')
  await firstBackup(place)
  await merchant.upload(original, 'after the backup')
  const between = await merchant.invoice(original, 'between@example.org')
  const point = Temporal.Now.instant()
  const after = await merchant.invoice(original, 'after@example.org')
  const erase = ['erase', '--organization', merchant.organizationId, '--email', 'before@example.org']
  expect(await quittance(erase, environment)).toMatchObject({ code: 0 })
  await original.terminate()

  const restored = temporaryDataFolder()
  const key = join(folder, 'secret.key')
  const options = ['--data-dir', restored, '--to', point.toString(), '--secret-key', key, '--json']
  const outcome = await quittance(['backup', 'restore', place, ...options], {})
  const copy = await startService(restored, backups)
  const read = async (id: string) => merchant.ask(copy, 'GET', `/invoicing/v2/invoices/${id}`)
  const refused = await merchant.ask(copy, 'POST', '/invoicing/v2/invoices', JSON.stringify(anInvoiceBody()))

  expect(outcome).toMatchObject({ code: 0 })
  const { restoredTo, missing } = JSON.parse(outcome.out)
  expect([restoredTo, missing]).toEqual([
    point.toString(),
    [expect.stringMatching(/^1 records of kind transaction .* send them again$/)],
  ])
  expect([await read(before), await read(between), await read(after)].map(({ status }) => status)).toEqual([
    200, 200, 404,
  ])
  expect(JSON.stringify((await read(before)).json)).not.toContain('before@example.org')
  expect(JSON.stringify((await read(between)).json)).toContain('between@example.org')
  expect(refused).toMatchObject({ status: 503, json: { reason: 'COPY_NOT_ACTIVATED' } })
  const own = { ...backups, QUITTANCE_DATA_DIR: restored }
  const written = () => ['wal', 'heartbeat'].map((name) => readdirSync(join(place, name)).length)
  expect(written()).toEqual([1, 1])
  expect(await quittance(['audit', 'verify'], own)).toMatchObject({ code: 0 })
  expect(await quittance(['activate'], own)).toMatchObject({ code: 1, err: expect.stringContaining('was seen on') })
  expect(await quittance(['activate', '--force'], own)).toMatchObject({ code: 0 })
  // From now on it writes beside the original, under a name of its own.
  await eventually(async () => written().every((count) => count === 2))
  await copy.terminate()
})

test('a moment before the oldest backup is refused', async () => {
  const folder = await startedDataFolder()
  const place = temporaryFolder()
  const environment = { QUITTANCE_DATA_DIR: folder }
  await quittance(['backup', 'create', place], environment)

  const options = ['--data-dir', temporaryDataFolder(), '--to', '2026-01-01T00:00:00Z']
  const refused = await quittance(['backup', 'restore', place, ...options], environment)

  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('so 2026-01-01T00:00:00Z cannot be reached') })
})
