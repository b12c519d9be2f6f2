import { beforeAll, expect, test } from 'vitest'
import type { Service } from '../../src/main/service.ts'
import type { ClickHouseConnection } from '../../src/platform/clickhouse/clickhouse-connection.ts'
import { listRequestRecords } from '../../src/reporting/on-demand/purchase-refunds/request-records.ts'
import { reportMaker } from '../support/data/made-reports.ts'
import { anOrganization } from '../support/data/organizations.ts'
import { putRecords } from '../support/data/stored-records.ts'
import { startClickHouseApp } from './clickhouse-app.ts'
import { aConnection, aDatabaseUrl } from './clickhouse-database.ts'

const FIELDS = ['Request.RequestID', 'BillTo.LastName']
const ITEMS = 200_000
/** Few enough for one statement on a slow machine: the table is wide. */
const ITEMS_TOGETHER = 20_000

let service: Service
let connection: ClickHouseConnection
beforeAll(async () => {
  const url = aDatabaseUrl()
  connection = aConnection(url)
  service = await startClickHouseApp(url)
  // Versions of a record stay apart; otherwise the server merges them at any time.
  for (const table of ['transactions', 'batch_items']) {
    await connection.define(`alter table ${table} modify setting max_bytes_to_merge_at_max_space_in_pool = 1`)
  }
})

function aVersion(version: number, requestId: string, name: string) {
  const fields = { 'Request.RequestID': requestId, 'BillTo.LastName': name }
  return { recordId: 'r', merchantId: 'shop', occurredAt: '2026-03-09T10:00:00Z', version, fields }
}

/** A cluster whose replicas respond in turn: the one that counts has merged versions, the one that writes has not. */
async function unevenReplicas(): Promise<Service['stores']> {
  const { engine } = service.stores
  const merged = 'transactions_of_other_replica'
  await connection.define(`create table ${merged} as transactions`)
  await connection.define(`insert into ${merged} select * from transactions final`)
  const uneven = new Proxy(engine, {
    get: (target, name) => {
      if (name === 'isCluster') return true
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      if (name === 'snapshot') {
        return (work: Parameters<typeof engine.snapshot>[0]) => work(uneven)
      }
      if (name !== 'rows') return value.bind(target)
      return (sql: string, options: Parameters<typeof engine.rows>[1]) =>
        engine.rows(sql.replaceAll('from transactions', `from ${merged}`), options)
    },
  })
  return { ...service.stores, engine: uneven }
}

test('a replica that has not merged versions yet returns each record once', async () => {
  await anOrganization(service.stores, 'shop')
  for (const record of [aVersion(1, '1', 'Payer'), aVersion(2, '1', 'Corrected')]) {
    await putRecords(service.stores, 'transaction', [record])
  }
  const maker = reportMaker({ stores: await unevenReplicas() })

  const { report, text } = await maker.make({ organizationId: 'shop', fields: FIELDS })

  expect(text.trimEnd().split('\n').slice(2)).toEqual(['"1","Corrected"'])
  expect(report.manifest?.rows).toBe(1)
})

async function found(requestId: string): Promise<readonly string[]> {
  const records = await listRequestRecords(service.stores.engine, {
    kind: 'batch-item',
    requests: [{ merchantId: 'shop', requestId }],
    fields: ['Request.TransactionDate'],
  })
  return records.map(({ recordId }) => recordId)
}

test('a superseded version is not found by its request, although it is still stored', async () => {
  await putRecords(service.stores, 'batch-item', [aVersion(1, 'old', 'Payer')])
  const before = await found('old')

  await putRecords(service.stores, 'batch-item', [aVersion(2, 'new', 'Payer')])

  expect(before).toEqual(['r'])
  expect(await found('old')).toEqual([])
  expect(await found('new')).toEqual(['r'])
})

test('the index of requests skips most granules without the request', async () => {
  for (let first = 0; first < ITEMS; first += ITEMS_TOGETHER) {
    await connection.define(
      `insert into batch_items (merchant_id, occurred_at, record_id, version, request_id)
        select 'shop', toDateTime64('2025-01-01 00:00:00', 3, 'UTC') + toIntervalMinute(number),
          toString(number), 1, concat('q', toString(number)) from numbers(${first}, ${ITEMS_TOGETHER})`,
    )
  }

  const explained = await connection.rows<{ readonly explain: string }>(
    `explain indexes = 1 select occurred_at from batch_items
      where merchant_id = 'shop' and request_id in ('q5', 'q77777')`,
  )

  const text = explained.map(({ explain }) => explain).join('\n')
  const [, read, of] = /request_id_index[\s\S]*?Granules: (\d+)\/(\d+)/.exec(text) ?? []
  expect(Number(of)).toBeGreaterThan(20)
  expect(Number(read)).toBeLessThan(6)
  expect(await found('q77777')).toEqual(['77777'])
})
