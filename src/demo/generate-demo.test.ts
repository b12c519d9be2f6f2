import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { aDemoPlan } from '../../test/support/data/demo-records.ts'
import { seed } from '../../test/support/run/test-run.ts'
import { KINDS } from '../catalogue/kinds.ts'
import { RecordReader } from '../records/reading/read-record.ts'
import { writtenRecord } from '../records/reading/written-record.ts'
import { contentHash } from '../records/storage/content-hash.ts'
import { closingRecordOf, type DemoPlan, demoTagOf, generateDemo } from './generate-demo.ts'
import { yearFrom } from './world/calendar.ts'

function fingerprintOf(plan: DemoPlan): string {
  const hash = createHash('sha256')
  for (const { kind, record } of generateDemo(plan)) hash.update(kind).update(contentHash(record))
  return hash.digest('hex')
}

describe('the same plan', () => {
  test('the same plan gives the same records, and any other plan gives others with other ids', () => {
    const plan = aDemoPlan({ transactions: 500 })
    const others = [
      aDemoPlan({ transactions: 500, seed: 2 }),
      aDemoPlan({ transactions: 500, from: '2025-01-02' }),
      aDemoPlan({ transactions: 501 }),
      aDemoPlan({ transactions: 500, merchants: 2 }),
    ]

    const fingerprints = [plan, ...others].map(fingerprintOf)

    expect(fingerprintOf(aDemoPlan({ transactions: 500 }))).toBe(fingerprints[0])
    expect(new Set(fingerprints).size).toBe(fingerprints.length)
    expect(new Set([plan, ...others].map(demoTagOf)).size).toBe(fingerprints.length)
  })

  test('the same plan gives the same records in any time zone and language of the machine', () => {
    const script = `
      import { createHash } from 'node:crypto'
      import { contentHash } from '${new URL('../records/storage/content-hash.ts', import.meta.url)}'
      import { generateDemo } from '${new URL('./generate-demo.ts', import.meta.url)}'
      const hash = createHash('sha256')
      for (const { kind, record } of generateDemo(JSON.parse(process.argv[1]))) hash.update(kind).update(contentHash(record))
      process.stdout.write(hash.digest('hex'))`
    const plan = aDemoPlan({ transactions: 300 })

    const elsewhere = execFileSync(process.execPath, ['--input-type=module', '-e', script, JSON.stringify(plan)], {
      env: { TZ: 'Pacific/Auckland', LANG: 'ar_KW.UTF-8' },
      encoding: 'utf8',
    })

    expect(elsewhere).toBe(fingerprintOf(plan))
  })
})

describe('the generated data', () => {
  const plan = aDemoPlan({ seed, merchants: 10 })
  const made = [...generateDemo(plan)]

  test('the data have exactly the requested number of transactions, for any number of merchants', () => {
    const counts = [1, 2, 7, 10].map((merchants) => {
      const records = [...generateDemo(aDemoPlan({ seed, transactions: 997, merchants }))]
      return records.filter(({ kind }) => kind === 'transaction').length
    })

    expect(counts).toEqual([997, 997, 997, 997])
  })

  test('the data have every kind of record that reports read, even for one merchant', () => {
    const ofOne = [...generateDemo(aDemoPlan({ merchants: 1 }))]

    const kinds = Object.keys(KINDS).filter((kind) => kind !== 'external-payment')
    expect(new Set(ofOne.map(({ kind }) => kind))).toEqual(new Set(kinds))
  })

  test('every record is read unchanged, without a problem or a warning', () => {
    const readers = new Map(Object.values(KINDS).map((kind) => [kind.name, new RecordReader(kind)] as const))

    const wrong = made.filter(({ kind, record }) => {
      const read = readers.get(kind)?.read(writtenRecord(record))
      if (read === undefined || 'problems' in read || read.warnings.length > 0) return true
      return !contentHash(read.record).equals(contentHash(record))
    })

    expect(wrong).toEqual([])
  })

  test('records are within the year, sorted by time for each merchant and kind, with unique ids', () => {
    const { fromMs, endMs } = yearFrom(plan.from)
    const outside = made.filter(({ record }) => record.occurredAtMs < fromMs || record.occurredAtMs >= endMs)
    const times = new Map<string, number>()
    const early = made.filter(({ kind, record }) => {
      const key = `${kind} ${record.merchantId}`
      const isEarly = record.occurredAtMs < (times.get(key) ?? 0)
      times.set(key, record.occurredAtMs)
      return isEarly
    })
    const ids = made.map(({ kind, record }) => `${kind} ${record.merchantId} ${record.recordId}`)

    expect(outside).toEqual([])
    expect(early).toEqual([])
    expect(new Set(ids).size).toBe(made.length)
  })

  test('the data have one closing record', () => {
    const { merchantId, recordId } = closingRecordOf(plan)

    const closing = made.filter(({ record }) => record.merchantId === merchantId && record.recordId === recordId)

    expect(closing.map(({ kind }) => kind)).toEqual(['billing-summary'])
  })

  test('people have names in several scripts, and email addresses at example domains', () => {
    const texts = made.flatMap(({ record }) =>
      record.values.flatMap(([field, value]) => (field.group === 'BillTo' ? [String(value)] : [])),
    )
    const emails = texts.filter((text) => text.includes('@'))

    for (const script of ['Latin', 'Han', 'Arabic', 'Greek']) {
      expect(texts.some((text) => new RegExp(`\\p{Script=${script}}`, 'u').test(text))).toBe(true)
    }
    expect(emails.filter((email) => !/^[a-z0-9.]+@example\.(com|org|net)$/.test(email))).toEqual([])
  })
})
