import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { startWholeService } from '../../../test/support/apps/whole-service.ts'
import { reportMaker } from '../../../test/support/data/made-reports.ts'
import { anOrganization, aTester } from '../../../test/support/data/organizations.ts'
import { putRecords } from '../../../test/support/data/stored-records.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import type { FileStore } from '../../platform/file-store/file-store.ts'
import { newId } from '../../platform/secrets/random.ts'
import { cancelReport } from '../ordering/cancel-report.ts'
import type { Report } from '../reports/report.ts'
import { manifestKeyOf } from '../reports/report-files.ts'
import { ATTEMPTS_MAX } from '../reports/report-jobs.ts'
import { findReport } from '../reports/report-store.ts'
import { generateReport } from './generate-report.ts'

const FIELDS = ['Request.RequestID', 'Request.MerchantID']
const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

let service: Awaited<ReturnType<typeof startWholeService>>
let folder: string
beforeAll(async () => {
  service = await startWholeService({ QUITTANCE_ROLE: 'api' })
  folder = reportMaker(service).folder
})

/** Each test has a merchant of its own. */
let shop: string
beforeEach(async () => {
  shop = `shop-${newId().slice(-12)}`
  await anOrganization(service.stores, shop)
  await put('1', '2', '3')
})

async function put(...recordIds: readonly string[]): Promise<void> {
  const records = recordIds.map((recordId) => ({
    recordId,
    merchantId: shop,
    occurredAt: '2026-03-09T10:00:00Z',
    fields: { 'Request.RequestID': recordId },
  }))
  const receivedAt = systemClock.now().toString()
  await putRecords(service.stores, 'transaction', records, { receivedAt })
}

/** The report store with a hook before a file is stored. */
function storeWith(before: (key: string, signal: AbortSignal | undefined) => Promise<void>) {
  const { files: reports } = service.stores
  const store: FileStore = {
    ...reports,
    write: async (key, content, signal) => {
      await before(key, signal)
      await reports.write(key, content, signal)
    },
    adopt: async (key, file, signal) => {
      await before(key, signal)
      await reports.adopt(key, file, signal)
    },
  }
  return store
}

function makerWith(before: Parameters<typeof storeWith>[0]) {
  // The machine's clock: records that are received while a report is made are later than its start.
  const maker = reportMaker(service, { clock: systemClock, reports: storeWith(before) })
  const order = (mimeType: Report['terms']['mimeType'] = 'text/csv') =>
    maker.order({ organizationId: shop, fields: FIELDS, mimeType })
  const run = (report: Report) => generateReport(maker.deps, report, new AbortController().signal)
  return { ...maker, order, run }
}

const stored = async ({ organizationId, reportId }: Report): Promise<Report> => {
  const found = await findReport(service.stores.database.db, [organizationId], reportId)
  if (found === undefined) throw new Error('The report is gone.')
  return found
}
const filesOf = ({ organizationId }: Report): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true, encoding: 'utf8' })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`.slice(folder.length + 1))
    .filter((path) => path.startsWith(organizationId))
    .sort()
const exported = (): readonly string[] => readdirSync(service.stores.folder.exports)
const eventsOf = async ({ reportId }: Report): Promise<readonly string[]> => {
  const { rows } = await service.stores.database.pool.query<{ type: string }>(
    'select event_type as type from events where subject = $1',
    [`report:${reportId}`],
  )
  return rows.map(({ type }) => type)
}

/** Expects the row, the file and the manifest to agree, and no other file to exist. */
async function expectWhole(report: Report): Promise<Report> {
  const made = await stored(report)
  expect(made.status).toBe('COMPLETED')
  const key = made.file?.key ?? ''
  expect(filesOf(report)).toEqual([key, manifestKeyOf(key)].sort())
  const bytes = readFileSync(`${folder}/${key}`)
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(made.file?.sha256)
  expect(JSON.parse(readFileSync(`${folder}/${manifestKeyOf(key)}`, 'utf8'))).toEqual(made.manifest)
  expect(exported()).toEqual([])
  expect(await eventsOf(report)).toEqual(['reporting.report.completed'])
  return made
}

test.each(['text/csv', SHEET] as const)('exactly one of two concurrent runs ends a report, in %s', async (mimeType) => {
  const { order, run } = makerWith(async () => {})
  const report = await order(mimeType)

  await Promise.all([run(report), run(report)])

  await expectWhole(report)
})

test.each(['text/csv', SHEET] as const)(
  'a run that stores its file after another run has ended the report removes the file, in %s',
  async (mimeType) => {
    const fast = makerWith(async () => {})
    let isFirst = true
    const slow = makerWith(async () => {
      if (!isFirst) return
      isFirst = false
      await fast.run(report)
    })
    const report = await slow.order(mimeType)

    await slow.run(report)

    await expectWhole(report)
  },
)

test('a run that finds changed records keeps the file that another run has stored', async () => {
  const fast = makerWith(async () => {})
  let isFirst = true
  const slow = makerWith(async () => {
    if (!isFirst) return
    isFirst = false
    await fast.run(report)
    await put('late')
  })
  const report = await slow.order(SHEET)

  await slow.run(report)

  const { manifest } = await expectWhole(report)
  expect(manifest?.rows).toBe(3)
})

test.each(['text/csv', SHEET] as const)(
  'a report that is canceled while its file is stored ends and leaves no file, in %s',
  async (mimeType) => {
    const began = performance.now()
    const { order, run } = makerWith(async (_key, signal) => {
      await cancel(report)
      // Like a slow store: it ends only with the signal.
      await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()))
    })
    const report = await order(mimeType)

    await run(report)

    expect(performance.now() - began).toBeLessThan(20_000)
    expect(await stored(report)).toMatchObject({ status: 'ERROR', reason: 'canceled' })
    expect(filesOf(report)).toEqual([])
    expect(exported()).toEqual([])
    expect(await eventsOf(report)).toEqual(['reporting.report.failed'])
  },
)

test('a report keeps its file if the commit of its end succeeds but its confirmation is lost', async () => {
  const { order, deps } = makerWith(async () => {})
  const report = await order()
  let transactions = 0
  // The first one begins the run, the second one waits for writers of records, the third one ends the report.
  const losing: typeof deps.database = Object.assign(Object.create(deps.database), {
    transaction: async <T>(work: Parameters<typeof deps.database.transaction<T>>[0]) => {
      const result = await deps.database.transaction(work)
      transactions += 1
      if (transactions === 3) throw new Error('Connection terminated unexpectedly')
      return result
    },
  })

  await generateReport({ ...deps, database: losing }, report, new AbortController().signal)

  await expectWhole(report)
})

test('a retried job removes the files that a killed run of a canceled report left', async () => {
  const { order, run } = makerWith(async () => {})
  const report = await order()
  await cancel(report)
  await service.stores.files.write(`${shop}/${report.reportId}/killed.csv`, half())

  await run(report)

  expect(filesOf(report)).toEqual([])
  expect(await stored(report)).toMatchObject({ status: 'ERROR', reason: 'canceled' })
})

test('records that arrive during a run are not in the report, and file and manifest agree', async () => {
  let readings = 0
  const { order, run } = makerWith(async (key) => {
    if (key.endsWith('.json')) return
    readings += 1
    if (readings === 1) await put('late')
  })
  const report = await order()

  await run(report)

  const { manifest, file } = await expectWhole(report)
  expect(readings).toBe(1)
  expect(manifest?.rows).toBe(3)
  const text = readFileSync(`${folder}/${file?.key}`, 'utf8')
  const rows: string[][] = parse(text, { from_line: 3, relax_column_count: true })
  expect(rows.map(([id]) => id)).toEqual(['1', '2', '3'])
})

test('a failing report store uses up the attempts, and after the last one the report fails', async () => {
  const { order, run } = makerWith(async (key) => {
    if (key.endsWith('.json')) throw new Error('The report store is full.')
  })
  const report = await order()

  for (let attempt = 1; attempt < ATTEMPTS_MAX; attempt += 1) {
    await expect(run(report)).rejects.toThrow('The report store is full.')

    expect(await stored(report)).toMatchObject({
      status: 'PENDING',
      failures: attempt,
      reason: 'The report store is full.',
    })
    expect(filesOf(report)).toEqual([])
  }
  await run(report)

  expect(await stored(report)).toMatchObject({
    status: 'ERROR',
    reason: 'The report store is full.',
    file: undefined,
  })
  expect(filesOf(report)).toEqual([])
  expect(exported()).toEqual([])
  expect(await eventsOf(report)).toEqual(['reporting.report.failed'])
})

async function* half(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('half')
}

async function cancel({ reportId }: Report): Promise<void> {
  const deps = { db: service.stores.database, clock: systemClock, machineClock: systemClock }
  await cancelReport(deps, { organizationId: shop, by: aTester }, { reportId })
}
