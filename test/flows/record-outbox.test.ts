import { expect, test } from 'vitest'
import { startWholeService } from '../support/apps/whole-service.ts'
import { anOrganization } from '../support/data/organizations.ts'
import { storedRecords, writeRecords } from '../support/data/own-records.ts'
import { quittance } from '../support/processes/command.ts'
import { eventually } from '../support/run/eventually.ts'

test('a worker loads the outbox into the record store, and reports refused records', async () => {
  const { stores, url } = await startWholeService({ QUITTANCE_ROLE: 'worker' })
  const { database, engine, folder } = stores
  const metrics = async (): Promise<string> => (await fetch(`${url}/metrics`)).text()
  const doctor = async (): Promise<string> => {
    const place = { QUITTANCE_DATA_DIR: folder.path, DATABASE_URL: stores.databaseUrl() }
    return (await quittance(['doctor'], place)).out
  }
  await anOrganization(stores, 'shop')

  await writeRecords(database, [{ recordId: 'paid' }])
  await eventually(async () => (await storedRecords(engine, { prefix: 'paid' })).length === 1)
  await eventually(async () => (await metrics()).includes('record_outbox_rows{state="waiting"} 0'))
  const atRest = { metrics: await metrics(), doctor: await doctor() }
  // The same version of the same record with other content.
  await writeRecords(database, [{ recordId: 'paid', city: 'Bergen' }])
  await eventually(async () => (await metrics()).includes('record_outbox_rows{state="refused"} 1'))

  expect(atRest.metrics).toMatch(/^record_outbox_rows\{state="refused"\} 0$/m)
  expect(atRest.metrics).toMatch(/^record_outbox_oldest_seconds 0$/m)
  expect(atRest.doctor).toMatch(/^ok +record outbox +no records waiting/m)
  expect(await doctor()).toMatch(/^warning +record outbox +1 record refused/m)
})
