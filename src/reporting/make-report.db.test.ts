import { beforeAll, expect, test } from 'vitest'
import { startTestApp } from '../../test/support/app.ts'
import { reportMaker } from '../../test/support/made-reports.ts'
import { anOrganization, aTester } from '../../test/support/organizations.ts'
import { putRecords, stopCollapsing } from '../../test/support/stored-records.ts'
import { readPerson } from '../organizations/index.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { recordsHolder } from '../records/index.ts'
import { lateRecordsOf } from './late-records.ts'

const FIELDS = ['Request.RequestID', 'BillTo.LastName']

let service: Awaited<ReturnType<typeof startTestApp>>
beforeAll(async () => {
  service = await startTestApp({ QUITTANCE_ROLE: 'api' })
})

async function shopWith(organizationId: string): Promise<void> {
  await anOrganization(service.stores, organizationId)
  await put(organizationId, '1')
  await put(organizationId, '2')
}

async function put(
  merchantId: string,
  recordId: string,
  receivedAt = systemClock.now().toString(),
): Promise<void> {
  const fields = {
    'Request.RequestID': recordId,
    'BillTo.LastName': `Payer ${recordId}`,
    'BillTo.Email': `payer${recordId}@example.com`,
  }
  const record = { recordId, merchantId, occurredAt: '2026-03-09T10:00:00Z', fields }
  await putRecords(service.stores, 'transaction', [record], { receivedAt })
}

/** Makes reports while something happens: after the first file is whole, before the look afterwards. */
function makerWith(meanwhile: () => Promise<void>, clock: Clock = systemClock) {
  const { engine, reports } = service.stores
  const happened = Promise.withResolvers<void>()
  let looks = 0
  const counting = new Proxy(engine, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      if (name !== 'longRows') return value.bind(target)
      return async (...given: Parameters<typeof engine.longRows>) => {
        looks += 1
        // After the look at what is there, and the count of it.
        if (looks === 3) await happened.promise
        return engine.longRows(...given)
      }
    },
  })
  let isFirst = true
  const maker = reportMaker(
    { stores: { ...service.stores, engine: counting } },
    {
      clock,
      reports: {
        ...reports,
        adopt: async (...given) => {
          await reports.adopt(...given)
          if (!isFirst) return
          isFirst = false
          await meanwhile().finally(() => happened.resolve())
        },
      },
    },
  )
  return maker
}

test('a record that comes between the file and its totals is in both or in neither', async () => {
  await shopWith('late')
  const { make } = makerWith(() => put('late', '3'))

  const { report, text } = await make({ organizationId: 'late', fields: FIELDS })

  expect(text.trim().split('\n').length - 2).toBe(report.manifest?.rows)
})

test('a record that comes while a report is read is in its file or counted as late', async () => {
  await shopWith('either')
  let now = systemClock.now()
  const ticking = { now: () => (now = now.add({ seconds: 1 })) }
  const inTwoReadings = () => put('either', '3', now.add({ milliseconds: 1_500 }).toString())
  const { make, deps } = makerWith(inTwoReadings, ticking)

  const { report } = await make({ organizationId: 'either', fields: FIELDS })

  const late = await lateRecordsOf(deps, report)
  expect([report.manifest?.rows, late]).toEqual([2, 1])
})

test('what was erased while a report was made is not in its file', async () => {
  await shopWith('erased')
  const { database, engine } = service.stores
  const person = readPerson({ emails: ['payer1@example.com'], phones: [], customerIds: [] })
  const { make } = makerWith(async () => {
    const sought = { organizationId: 'erased', organizationIds: ['erased'], person }
    await recordsHolder({ db: database, engine }).erase(sought, aTester)
  })

  const { report, text } = await make({ organizationId: 'erased', fields: FIELDS })

  expect(report.manifest).toMatchObject({ rows: 2, erased: 1 })
  expect(text).not.toContain('Payer 1')
  expect(text).toContain('Payer 2')
})

test('a report of a group that is gone ends at once, and says why', async () => {
  await shopWith('grouped')

  const { report } = await makerWith(async () => {}).make({
    organizationId: 'grouped',
    groupName: 'gone',
  })

  expect(report).toMatchObject({ status: 'ERROR', failures: 0 })
  expect(report.reason).toContain('gone')
})

/** A cluster whose replicas answer in turn: the one that counts has put versions together, the one that is read has not. */
async function unevenReplicas() {
  const { engine } = service.stores
  const merged = 'transactions_of_other_replica'
  await engine.client.command({ query: `create table ${merged} as transactions` })
  await engine.client.command({
    query: `insert into ${merged} select * from transactions final`,
  })
  return new Proxy(engine, {
    get: (target, name) => {
      if (name === 'isCluster') return true
      if (name === 'isEmbedded') return false
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      if (name !== 'longRows') return value.bind(target)
      return (query: string, options: Parameters<typeof engine.longRows>[1]) =>
        engine.longRows(query.replaceAll('from transactions', `from ${merged}`), options)
    },
  })
}

test('a replica that has not yet put versions together gives each record once', async () => {
  await stopCollapsing(service.stores)
  await shopWith('replicated')
  const corrected = {
    recordId: '1',
    merchantId: 'replicated',
    version: 2,
    occurredAt: '2026-03-09T10:00:00Z',
    fields: { 'Request.RequestID': '1', 'BillTo.LastName': 'Corrected' },
  }
  await putRecords(service.stores, 'transaction', [corrected])
  const engine = await unevenReplicas()
  const maker = reportMaker({ stores: { ...service.stores, engine } })

  const { report, text } = await maker.make({ organizationId: 'replicated', fields: FIELDS })

  expect(text.trimEnd().split('\n').slice(2)).toEqual(['"1","Corrected"', '"2","Payer 2"'])
  expect(report.manifest?.rows).toBe(2)
})
