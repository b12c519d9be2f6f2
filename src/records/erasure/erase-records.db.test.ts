import { expect, test } from 'vitest'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { allRows, putRecords, type StoredRow } from '../../../test/support/data/stored-records.ts'
import { type Random, seededRandom } from '../../../test/support/random/seeded-random.ts'
import { isLongRun, seed } from '../../../test/support/run/test-run.ts'
import { aDatabase, aRecordStore } from '../../../test/support/stores/record-store.ts'
import { FIELDS } from '../../catalogue/catalogue.ts'
import { KINDS, type KindName } from '../../catalogue/kinds.ts'
import { columnsOf } from '../../catalogue/record-table.ts'
import { readPerson } from '../../kernel/person.ts'
import type { RecordInput } from '../reading/record.ts'
import { recordsHolder } from './erase-records.ts'

const BLANK_HASH = '00'.repeat(16)
const MERCHANTS = ['shop1', 'shop2', 'elsewhere'] as const
const TREE = ['chain', 'shop1', 'shop2']

const database = await aDatabase()
const { engine } = await aRecordStore()
const stores = { database, engine }
const holder = recordsHolder({ db: database, engine })
await anOrganization(stores, 'chain', { type: 'partner' })

type Someone = { readonly email: string; readonly phone: string; readonly customerId: string }
type PersonInput = {
  readonly emails?: string[]
  readonly phones?: string[]
  readonly customerIds?: string[]
}

function sought(given: PersonInput, organizationIds: readonly string[] = TREE) {
  const person = readPerson({ emails: [], phones: [], customerIds: [], ...given })
  return { organizationId: organizationIds[0] ?? '', organizationIds, person }
}

/** Written as people write it: with capitals, spaces and punctuation. */
function written(random: Random, { email, phone, customerId }: Someone) {
  const emails = [email, email.toUpperCase(), ` ${email}\t`]
  const phones = [phone, `+${phone.slice(0, 2)} (${phone.slice(2, 5)}) ${phone.slice(5)}`]
  return { email: emails[random.integer(0, 2)], phone: phones[random.integer(0, 1)], customerId }
}

/** Where each kind has room for an address, a phone number and a customer number, in columns and in maps. */
const PLACES: Partial<Record<KindName, readonly (readonly [string, string, string])[]>> = {
  transaction: [
    ['BillTo.Email', 'BillTo.Phone', 'BillTo.CustomerID'],
    ['Travel.PassengerEmail', 'Travel.PassengerPhone', 'Travel.PassengerId'],
  ],
  'batch-item': [['BillTo.Email', 'BillTo.Phone', 'BillTo.CustomerID']],
  funding: [['BillTo.Email', 'Sender.PhoneNumber', 'BillTo.CustomerID']],
  'chargeback-or-retrieval': [['BillTo.Email', 'BillTo.Phone', 'BillTo.CustomerID']],
  'fraud-decision-event': [
    ['CustomerFields.BillingEmail', 'CustomerFields.ShippingPhone', 'CustomerFields.CustomerID'],
  ],
  'token-subscription-payment': [
    ['Subscriptions.BillToEmail', 'Subscriptions.ConsumerPhone', 'Subscriptions.BillToEmail'],
  ],
}

/** The records of a payment in one kind, in one version or two; they may name the payer or not. */
function recordsOf(random: Random, kind: KindName, payment: Payment): readonly RecordInput[] {
  const places = PLACES[kind] ?? []
  const { email, phone, customerId } = written(random, payment.by)
  const values = [email, phone, customerId]
  const place = places[random.integer(0, places.length - 1)] ?? []
  const named = place.flatMap((field, at) => (random.isHeads() ? [[field, values[at]]] : []))
  const record: RecordInput = {
    recordId: `${kind} ${payment.number}`,
    merchantId: payment.merchantId,
    occurredAt: `2026-0${random.integer(1, 2)}-10T10:00:00.${random.integer(100, 999)}Z`,
    fields: {
      'Request.RequestID': payment.requestId,
      'Request.Comments': `about ${payment.by.email}`,
      'Request.MerchantReferenceNumber': `order ${payment.number}`,
      ...Object.fromEntries(named),
    },
  }
  const later = { ...record, version: 2, deleted: random.isHeads() }
  return random.integer(0, 3) === 0 ? [record, later] : [record]
}

type Payment = {
  readonly number: number
  readonly by: Someone
  readonly merchantId: string
  readonly requestId: string
}

/** Payments of several people, each reported in several kinds. */
function population(random: Random, payments: number): ReadonlyMap<KindName, RecordInput[]> {
  const kinds = Object.keys(PLACES) as KindName[]
  const records = new Map(kinds.map((kind): [KindName, RecordInput[]] => [kind, []]))
  for (let number = 0; number < payments; number += 1) {
    const payment: Payment = {
      number,
      by: people[random.integer(0, people.length - 1)] as Someone,
      merchantId: MERCHANTS[random.integer(0, 2)] as string,
      // Few numbers, so that merchants have the same ones; some payments have none.
      requestId: random.integer(0, 9) === 0 ? '' : `${number % 40}`,
    }
    for (const [kind, some] of records) {
      if (random.isHeads()) some.push(...recordsOf(random, kind, payment))
    }
  }
  return records
}

const people = Array.from({ length: 12 }, (_, index): Someone => {
  const phone = `4930${1_000_000 + index * 7}`
  return { email: `payer${index}@example.org`, phone, customerId: `C-${index}` }
})

test.each(Array.from({ length: isLongRun ? 10 : 1 }, (_, run) => seed + run))(
  'all payments of the person are erased, and everything else stays unchanged to the byte (seed %i)',
  async (runSeed) => {
    const random = seededRandom(runSeed)
    for (const [kind, records] of population(random, 120)) {
      // A batch keeps the last version only: earlier ones come before it.
      for (const version of [1, 2]) {
        const some = records.filter((record) => (record.version ?? 1) === version)
        await putRecords(stores, kind, some)
      }
    }
    const [first, second] = people as [Someone, Someone]
    const asked = sought({ emails: [first.email.toUpperCase()], phones: [`+${second.phone}`] })
    const before = await allRows(stores)
    const theirs = targets(before, asked)

    const found = await holder.find(asked)
    const untouched = await allRows(stores)
    const erased = await holder.erase(asked, { kind: 'service' })
    const after = await allRows(stores)

    expect(theirs.size).toBeGreaterThan(10)
    expect(theirs.size).toBeLessThan(before.size / 2)
    expect(untouched).toEqual(before)
    expect(erased).toEqual({ counts: countsOf(theirs), remaining: [] })
    expect(found).toEqual(erased)
    expect([...after.keys()].sort()).toEqual([...before.keys()].sort())
    for (const [key, row] of before) {
      expect(after.get(key), key).toEqual(theirs.has(key) ? blank(key, row) : row)
    }
    expect(await holder.erase(asked, { kind: 'service' })).toEqual({ counts: {}, remaining: [] })
    await forgetEverything()
  },
)

/** Applies the documented rule row by row. */
function targets(
  rows: ReadonlyMap<string, StoredRow>,
  { person, organizationIds }: ReturnType<typeof sought>,
): ReadonlySet<string> {
  const fields = FIELDS.filter(({ identifies }) => identifies !== undefined)
  const namesPerson = (row: StoredRow): boolean =>
    fields.some(({ column, wireName, identifies }) => {
      const text = String(row[column] ?? (row['rare_texts'] as StoredRow)[wireName] ?? '')
      if (identifies === 'email') return person.emails.includes(text.trim().toLowerCase())
      if (identifies === 'phone') return person.phones.includes(text.replaceAll(/\D/g, ''))
      return person.customerIds.includes(text)
    })
  const paymentOf = (row: StoredRow) => `${row['merchant_id']} ${row['request_id']}`
  const recordOf = (key: string) => key.replace(/ \d+$/, '')
  const direct = [...rows].filter(([, row]) => organizationIds.includes(String(row['merchant_id'])) && namesPerson(row))
  const records = new Set(direct.map(([key]) => recordOf(key)))
  const payments = new Set(direct.filter(([, row]) => row['request_id'] !== '').map(([, row]) => paymentOf(row)))
  const own = [...rows].filter(([key, row]) => {
    return records.has(recordOf(key)) || payments.has(paymentOf(row))
  })
  return new Set(own.map(([key]) => key))
}

function countsOf(keys: ReadonlySet<string>): Record<string, number> {
  const records = new Set([...keys].map((key) => key.replace(/ \d+$/, '')))
  const counts: Record<string, number> = {}
  for (const key of records) {
    const what = `${key.split(' ')[0]} records`
    counts[what] = (counts[what] ?? 0) + 1
  }
  return counts
}

function blank(key: string, row: StoredRow): StoredRow {
  const kind = KINDS[key.split(' ')[0] as KindName]
  const personal = FIELDS.filter(({ isPersonal }) => isPersonal)
  const names = new Set(personal.map(({ wireName }) => wireName))
  const columns = new Set(personal.map(({ column }) => column))
  const values = columnsOf(kind).map(({ name, type }) => {
    if (name === 'content_hash') return [name, BLANK_HASH]
    if (type.endsWith('-map')) {
      const kept = Object.entries(row[name] as StoredRow).filter(([field]) => !names.has(field))
      return [name, Object.fromEntries(kept)]
    }
    if (!columns.has(name)) return [name, row[name]]
    return [name, type.startsWith('nullable') ? null : '']
  })
  // A number in place of an index is not among these columns, and stays.
  return { ...row, ...Object.fromEntries(values) }
}

async function forgetEverything(): Promise<void> {
  for (const { table } of Object.values(KINDS)) {
    await engine.change({ table, where: 'true' })
  }
}
