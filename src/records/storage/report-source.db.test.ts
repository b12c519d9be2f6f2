import { beforeAll, expect, test } from 'vitest'
import { putRecords } from '../../../test/support/data/stored-records.ts'
import { aDatabase, aRecordStore } from '../../../test/support/stores/record-store.ts'
import { findReportDefinition } from '../../catalogue/report-definitions.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import { reportSource } from './report-source.ts'

const OCCURRED_AT = '2026-03-09T10:00:00Z'

let engine: Engine
beforeAll(async () => {
  ;({ engine } = await aRecordStore())
  const database = await aDatabase()
  const put = (receivedAt: string, recordId: string, version: number) =>
    putRecords(
      { database, engine },
      'transaction',
      [{ recordId, merchantId: 'shop', occurredAt: OCCURRED_AT, version }],
      { receivedAt },
    )
  await put('2026-03-10T00:00:00Z', 'early', 1)
  await put('2026-03-10T00:00:00Z', 'corrected', 1)
  await put('2026-03-12T00:00:00Z', 'corrected', 2)
  await put('2026-03-12T00:00:00Z', 'late', 1)
})

async function recordIds(receivedUntil: string | undefined): Promise<readonly string[]> {
  const definition = findReportDefinition('TransactionRequestClass')
  if (definition === undefined) throw new Error('There is no such definition.')
  const { from, order } = reportSource(engine.dialect, {
    definition,
    merchantIds: ['shop'],
    fromMs: Date.parse('2026-03-01T00:00:00Z'),
    toMs: Date.parse('2026-04-01T00:00:00Z'),
    timeZone: 'UTC',
    agingLookBackDays: 180,
    receivedUntilMs: receivedUntil === undefined ? undefined : Date.parse(receivedUntil),
    filters: [],
  })
  const query = `select record_id from ${from} order by ${order}`
  const rows = await engine.rows<{ record_id: string }>(query)
  return rows.map(({ record_id }) => record_id)
}

test('all records are read', async () => {
  expect(await recordIds(undefined)).toEqual(['corrected', 'early', 'late'])
})

test('records that arrived later are left out, but not records that were only corrected later', async () => {
  expect(await recordIds('2026-03-11T00:00:00Z')).toEqual(['corrected', 'early'])
})
