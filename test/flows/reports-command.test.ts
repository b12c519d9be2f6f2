import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { openFileStore } from '../../src/platform/file-store/open-file-store.ts'
import { Database } from '../../src/platform/postgres/database.ts'
import { anOrganization } from '../support/data/organizations.ts'
import { aCompletedReport, aStoredReport } from '../support/data/stored-reports.ts'
import { quittance } from '../support/processes/command.ts'
import { temporaryDataFolder } from '../support/processes/service-process.ts'
import { createTestDatabase } from '../support/stores/test-database.ts'

// The key of `testSecrets`.
const QUITTANCE_SECRET_KEY = Buffer.alloc(32, 1).toString('base64')

test('reports are listed and removed with their files while no service runs', async () => {
  const folder = temporaryDataFolder()
  const DATABASE_URL = await createTestDatabase()
  const database = new Database(DATABASE_URL, pino({ level: 'silent' }))
  onTestFinished(() => database.close())
  const reports = await openFileStore({ kind: 'folder', folder: join(folder, 'reports') })
  const command = (...args: string[]) =>
    quittance(['reports', ...args], {
      QUITTANCE_DATA_DIR: folder,
      DATABASE_URL,
      QUITTANCE_SECRET_KEY,
      QUITTANCE_LOG_LEVEL: 'silent',
    })
  await anOrganization({ database }, 'shop')
  await anOrganization({ database }, 'other')
  const made = await aCompletedReport({ database, reports })
  const atWork = await aStoredReport({ database }, 'RUNNING', { organizationId: 'other' })

  const all = await command('list')
  const ofTheShop = await command('list', '--organization', 'shop', '--json')
  const running = await command('list', '--status', 'running', '--json')
  const wrong = await command('list', '--status', 'DONE')
  const unfinished = await command('remove', atWork.reportId)
  const unknown = await command('remove', 'unknown', '--json')
  const removed = await command('remove', made.reportId)
  const nothing = await command('list', '--organization', 'shop')

  expect(all.out).toContain(made.reportId)
  expect(all.out).toContain(atWork.reportId)
  expect(JSON.parse(ofTheShop.out).reports).toMatchObject([
    { reportId: made.reportId, reportDate: '2026-03-09', bytes: made.file.bytes },
  ])
  expect(JSON.parse(running.out).reports).toMatchObject([{ status: 'RUNNING', bytes: null }])
  expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('status must be one of') })
  expect(unfinished).toMatchObject({ code: 1, err: expect.stringContaining('RUNNING') })
  expect(unknown).toMatchObject({ code: 1, out: expect.stringContaining('Report not found') })
  expect(removed.out).toBe('Removed the report "Daily" of 2026-03-09 of shop and its files.\n')
  expect(await reports.sizeOf(made.file.key)).toBeUndefined()
  expect(nothing.out).toBe('No reports.\n')
})
