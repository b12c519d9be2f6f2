import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { KINDS } from '../../src/catalogue/kinds.ts'
import { readConfig } from '../../src/main/config.ts'
import { createLogger } from '../../src/platform/log/log.ts'
import { migrateStores, openStores } from '../../src/platform/stores/stores.ts'
import { anOrganization } from '../support/data/organizations.ts'
import { storedRecords } from '../support/data/stored-records.ts'
import { quittance } from '../support/processes/command.ts'
import { temporaryDataFolder } from '../support/processes/service-process.ts'
import { temporaryFolder } from '../support/stores/temporary-folder.ts'

test('records are kept for their retention time and can move to another installation', async () => {
  const here = await anInstallation()
  const there = await anInstallation()
  await here.store('shop', '2026-10-01T10:00:00Z')
  await here.store('shop', '2026-07-01T10:00:00Z')
  await here.store('other', '2020-01-01T10:00:00Z')
  const folder = join(temporaryFolder(), 'export')

  const usual = await here.command('records', 'retention')
  const changed = await here.command('records', 'retention', '--organization', 'shop', '--months', '240', '--json')
  const listed = await here.command('records', 'retention', '--json')
  const pruned = await here.command('records', 'prune', '--json')
  const exported = await here.command('records', 'export', folder, '--json')
  const loaded = await there.command('records', 'load', folder)
  const again = await there.command('records', 'load', folder, '--json')
  const trail = await here.command('audit', 'list', 'shop', '--json')

  expect(usual).toMatchObject({ code: 0, out: 'Records are kept for 16 months.\n' })
  expect(JSON.parse(changed.out)).toEqual({ organizationId: 'shop', months: 240, own: 240 })
  expect(JSON.parse(listed.out)).toMatchObject({ organizations: [{ organizationId: 'shop' }] })
  expect(JSON.parse(pruned.out)).toEqual({
    removed: [{ kind: 'transaction', month: '202001', rows: 1, isWhole: false }],
  })
  expect(JSON.parse(exported.out)).toMatchObject({ rows: 2, files: [{ rows: 1 }, { rows: 1 }] })
  expect(loaded).toMatchObject({ code: 0, out: 'Loaded 2 rows; 0 were already stored.\n' })
  expect(loaded.err).toContain('These merchants do not exist, so their records are not visible: shop.')
  expect(JSON.parse(again.out)).toEqual({
    loaded: 0,
    skipped: 2,
    conflicts: 0,
    unknownMerchants: ['shop'],
  })
  expect(trail.out).toContain('retention.changed')
})

test('invalid input is refused with an explanation', async () => {
  const { command } = await anInstallation()

  const refusals = [
    await command('records', 'export', temporaryFolder(), '--kind', 'sale'),
    await command('records', 'export', temporaryFolder(), '--from', 'soon'),
    await command('records', 'export', temporaryFolder(), '--organization', 'nobody'),
    await command('records', 'load', temporaryFolder()),
    await command('records', 'retention', '--months', '3'),
    await command('records', 'retention', '--organization', 'shop', '--months', 'x'),
  ]

  expect(refusals.map(({ code }) => code)).toEqual([2, 2, 1, 1, 2, 2])
  const said = refusals.map(({ err }) => err)
  expect(said[0]).toContain('--kind must be one of transaction, ')
  expect(said[2]).toContain('There is no organization nobody')
  expect(said[3]).toContain('has no manifest.json')
  expect(said[4]).toContain('--organization is required')
  expect(said[5]).toContain('--months must be a number of months from 1 to 240')
})

/** Stores of their own that run for the test's time, so that no command has to start them. */
async function anInstallation() {
  const QUITTANCE_DATA_DIR = temporaryDataFolder()
  const QUITTANCE_SECRET_KEY = Buffer.alloc(32, 1).toString('base64')
  const environment = { QUITTANCE_DATA_DIR, QUITTANCE_SECRET_KEY, QUITTANCE_LOG_LEVEL: 'silent' }
  const log = createLogger({ level: 'silent' })
  const stores = await openStores(readConfig(environment), log)
  onTestFinished(stores.close)
  await migrateStores(stores, log)
  const { database, engine } = stores
  return {
    command: (...args: string[]) => quittance(args, environment),
    store: async (merchantId: string, occurredAt: string) => {
      await anOrganization({ database }, merchantId).catch(() => undefined)
      const fields = { 'BillTo.Email': 'Ada@Example.com', 'BillTo.LastName': 'Lovelace' }
      await storedRecords({ db: database, engine }, KINDS.transaction, [
        { merchantId, recordId: occurredAt, occurredAt, fields },
      ])
    },
  }
}
