import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { recordInTransaction } from '../../../test/support/data/own-records.ts'
import { allRows, putRecords } from '../../../test/support/data/stored-records.ts'
import { aDatabase, aRecordStore } from '../../../test/support/stores/record-store.ts'
import { KINDS, type KindName } from '../../catalogue/kinds.ts'
import { readPerson } from '../../kernel/person.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import { loadOutbox } from '../outbox/load-outbox.ts'
import type { RecordInput } from '../reading/record.ts'
import { recordsHolder } from './erase-records.ts'

const by = { kind: 'service' } as const

const database = await aDatabase()
const { engine, folder } = await aRecordStore()
// Without a worker, nothing leaves the outbox by itself.
const stores = { database, engine }
const holder = holderOn(engine)
await anOrganization(stores, 'shop')

function holderOn(store: Engine) {
  return recordsHolder({ db: database, engine: store })
}

function sought(email: string) {
  const person = readPerson({ emails: [email], phones: [], customerIds: [] })
  return { organizationId: 'shop', organizationIds: ['shop'], person }
}

type RecordToPut = Partial<RecordInput> & { readonly recordId: string }

function aRecord({ fields, ...given }: RecordToPut): RecordInput {
  return {
    merchantId: 'shop',
    occurredAt: '2026-03-09T10:00:00Z',
    fields: { 'BillTo.LastName': 'Doe', 'BillTo.Country': 'NO', ...fields },
    ...given,
  }
}

const put = (kind: KindName, ...records: readonly RecordToPut[]) => putRecords(stores, kind, records.map(aRecord))

/** The last name that remains in a record, version by version. */
async function namesOf(recordId: string): Promise<readonly unknown[]> {
  const rows = [...(await allRows(stores)).values()]
  return rows
    .filter((row) => row['record_id'] === recordId)
    .sort((a, b) => Number(a['version']) - Number(b['version']))
    .map((row) => row['bill_to_last_name'] ?? (row['rare_texts'] as Record<string, string>)['BillTo.LastName'])
}

test('an erased record that is sent again stays erased; a higher version is stored', async () => {
  const fields = { 'BillTo.Email': 'again@example.org' }
  await put('transaction', { recordId: 'again', version: 2, fields })
  await holder.erase(sought('again@example.org'), by)

  const outcomes = [
    ...(await put('transaction', { recordId: 'again', version: 2, fields })),
    ...(await put('transaction', { recordId: 'again', version: 1, fields })),
  ]
  const sentAgain = await namesOf('again')
  const corrected = await put('transaction', { recordId: 'again', version: 3, fields })

  expect(outcomes).toEqual(['duplicate', 'duplicate'])
  expect(sentAgain).toEqual([''])
  expect(corrected).toEqual(['accepted'])
  expect(await namesOf('again')).toEqual(['Doe'])
})

test('a corrected or withdrawn record belongs to the person if its stored version names them', async () => {
  const fields = { 'BillTo.Email': 'once@example.org' }
  await put('transaction', { recordId: 'once', fields })
  await put('transaction', { recordId: 'once', version: 2, fields })
  await put('transaction', { recordId: 'once', version: 3, fields, deleted: true })

  await holder.erase(sought('once@example.org'), by)

  expect(await namesOf('once')).toEqual([''])
})

test('records in the outbox are blank when they are loaded, and so are others of the same payments', async () => {
  const payment = (requestId: string) => ({ 'Request.RequestID': requestId })
  const named = { 'BillTo.Email': ' Way@Example.org' }
  const outbox: readonly (readonly [KindName, RecordToPut])[] = [
    ['transaction', { recordId: 'named and on its way', fields: { ...payment('1'), ...named } }],
    ['batch-item', { recordId: 'paid by what is stored', fields: payment('2') }],
    ['batch-item', { recordId: 'somebody else’s', fields: payment('3') }],
  ]
  await database.transaction(async (tx) => {
    for (const [kind, record] of outbox) {
      await recordInTransaction(tx, kind, { organizationId: 'shop', ...aRecord(record) })
    }
  })
  await put('transaction', { recordId: 'named and stored', fields: { ...payment('2'), ...named } })
  await put('funding', { recordId: 'paid by what is on its way', fields: payment('1') })

  const found = await holder.find(sought('way@example.org'))
  const erased = await holder.erase(sought('way@example.org'), by)
  for (const kind of [KINDS.transaction, KINDS['batch-item']]) {
    const { signal } = new AbortController()
    await loadOutbox({ engine, db: database, clock: systemClock }, { kind, signal })
  }

  expect(found.counts).toEqual({
    'transaction records': 1,
    'funding records': 1,
    'records on their way': 2,
  })
  expect(erased.counts).toEqual(found.counts)
  expect(await namesOf('named and on its way')).toEqual([''])
  expect(await namesOf('paid by what is stored')).toEqual([''])
  expect(await namesOf('named and stored')).toEqual([''])
  expect(await namesOf('paid by what is on its way')).toEqual([undefined])
  expect(await namesOf('somebody else’s')).toEqual(['Doe'])
})

test('an interrupted erasure is completed by the next one, linked records included', async () => {
  const payment = { 'Request.RequestID': 'interrupted' }
  const fields = { ...payment, 'BillTo.Email': 'stop@example.org' }
  await put('transaction', { recordId: 'names the person', fields })
  await put('batch-item', { recordId: 'does not, comes first', fields: payment })
  await put('exception', { recordId: 'does not, comes later', fields: payment })
  const theirs = ['names the person', 'does not, comes first', 'does not, comes later']

  await expect(holderOn(breakingAt(2)).erase(sought('stop@example.org'), by)).rejects.toThrow('the power is gone')
  const between = (await Promise.all(theirs.map(namesOf))).flat()
  await holder.erase(sought('stop@example.org'), by)

  expect(between.toSorted()).toEqual(['', 'Doe', 'Doe'])
  expect((await Promise.all(theirs.map(namesOf))).flat()).toEqual(['', '', ''])
})

/** The same store, which fails at a certain rewriting of a table. */
function breakingAt(rewriting: number): Engine {
  let count = 0
  const change: Engine['change'] = async (given) => {
    count += 1
    if (count === rewriting) throw new Error('the power is gone')
    return engine.change(given)
  }
  return new Proxy(engine, {
    get: (target, name) => {
      if (name === 'change') return change
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

test('more records than fit into one list are all erased, and a dry run says that there are more', async () => {
  const fields = { 'BillTo.Email': 'many@example.org' }
  const many = Array.from({ length: 5_200 }, (_, index) => ({ recordId: `many ${index}`, fields }))
  await put('transaction', ...many)

  const found = await holder.find(sought('many@example.org'))
  const erased = await holder.erase(sought('many@example.org'), by)

  expect(found).toMatchObject({ counts: { 'transaction records': 5_000 }, isLowerBound: true })
  expect(erased.counts).toEqual({ 'transaction records': 5_200 })
  expect(await holder.find(sought('many@example.org'))).toEqual({ counts: {}, remaining: [] })
})

test('after an erasure no file of the record store contains the person', async () => {
  const [email, name] = ['zyxwvu.tsrqpo@example.org', 'Quirrenbach']
  const payment = { 'Request.RequestID': 'on disk' }
  const fields = { ...payment, 'BillTo.Email': email, 'BillTo.LastName': name }
  await put('transaction', { recordId: 'on disk', fields })
  await put('funding', { recordId: 'on disk', fields: { ...payment, 'BillTo.LastName': name } })
  const filesHolding = (text: string): readonly string[] => {
    // The engine's compression leaves the letters of a string readable if it occurs once.
    const found = spawnGrep(text)
    return found.split('\n').filter((line) => line !== '')
  }

  const before = [...filesHolding(email), ...filesHolding(name)]
  const { remaining } = await holder.erase(sought(email), by)

  expect(before.length).toBeGreaterThan(1)
  expect(remaining).toEqual([])
  expect([...filesHolding(email), ...filesHolding(name)]).toEqual([])
})

test('records that retention deleted earlier are gone from the files too', async () => {
  const name = 'Zwetschgenbaum'
  await put('batch-item', { recordId: 'deleted', fields: { 'BillTo.LastName': name } })
  await engine.change({ table: KINDS['batch-item'].table, where: `record_id = 'deleted'` })

  const before = spawnGrep(name)
  await holder.erase(sought('nobody@example.org'), by)

  expect(before).not.toBe('')
  expect(spawnGrep(name)).toBe('')
})

function spawnGrep(text: string): string {
  try {
    const args = ['--recursive', '--fixed-strings', '--text', '--ignore-case', '--files-with-matches', text]
    return execFileSync('grep', [...args, folder], { encoding: 'utf8' })
  } catch (error) {
    // It exits with 1 where it found nothing.
    if ((error as { status?: number }).status !== 1) throw error
    return ''
  }
}
