import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { aTester, family } from '../../../test/support/data/organizations.ts'
import { aRecordLine, ingestClient, ndjson } from '../../../test/support/http/ingest-client.ts'
import { fileResources } from '../../../test/support/run/file-resources.ts'
import { isLongRun, seed } from '../../../test/support/run/test-run.ts'
import { KINDS } from '../../catalogue/kinds.ts'
import { AppError } from '../../kernel/errors.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { Semaphore } from '../../platform/concurrency/semaphore.ts'
import { RetryLater } from '../../platform/http/errors/retry-later.ts'
import { PostgresUnreachable } from '../../platform/postgres/explain-postgres.ts'
import { ingestUpload } from './ingest-upload.ts'
import { LineReaders } from './line-readers.ts'
import { auditInterruptedUpload } from './upload-audit.ts'
import { BodyHash } from './upload-body.ts'

const RUNS = isLongRun ? 300 : 10
const DAYS = ['2026-03-09T10:00:00.000Z', '2026-04-01T00:00:00.000Z']

const app = await startApp({ hasEngine: true, with: [family, ingestClient] })
const readers = new LineReaders()
fileResources.defer(() => readers.close())

type Good = {
  readonly recordId: string
  readonly merchantId: string
  readonly occurredAt: string
  readonly version: number
  readonly deleted: boolean
  readonly city: string
}
type Sent = { readonly good: Good } | { readonly bad: unknown }

/** Few ids, times, versions and contents, so that they meet often. */
const good = fc.record({
  recordId: fc.constantFrom('a', 'b', 'c'),
  merchantId: fc.constantFrom('shop', 'sister'),
  occurredAt: fc.constantFrom(...DAYS),
  version: fc.integer({ min: 1, max: 3 }),
  deleted: fc.boolean(),
  city: fc.constantFrom('Oslo', 'Bergen'),
})
const bad = fc.constantFrom<unknown>(
  'no json',
  { recordId: 'a', merchantId: 'foreign', occurredAt: DAYS[0], fields: {} },
  { recordId: 'a', merchantId: 'shop', occurredAt: DAYS[0], fields: { 'BillTo.Town': 'x' } },
  { recordId: '', merchantId: 'shop', occurredAt: 'never' },
)
const line = fc.oneof(
  { weight: 6, arbitrary: good.map((value): Sent => ({ good: value })) },
  { weight: 1, arbitrary: bad.map((value): Sent => ({ bad: value })) },
)
const upload = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 12 }),
  /** The share of the body after which the sender first disconnects; 1: not before the end. */
  brokenAfter: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
  /** Sent twice at the same time. */
  isDoubled: fc.boolean(),
})

function written(prefix: string, sent: Sent): unknown {
  if ('bad' in sent) return sent.bad
  const { city, recordId, ...envelope } = sent.good
  return { ...envelope, recordId: `${prefix}${recordId}`, fields: { 'BillTo.City': city } }
}

/** The expected content of the store: the rules in their shortest form. */
class Model {
  readonly known = new Map<string, Good>()

  take(lines: readonly Sent[]): { accepted: number; duplicates: number; rejectedCount: number } {
    const counts = { accepted: 0, duplicates: 0, rejectedCount: 0 }
    for (const sent of lines) counts[this.#outcomeOf(sent)] += 1
    return counts
  }

  #outcomeOf(sent: Sent): 'accepted' | 'duplicates' | 'rejectedCount' {
    if ('bad' in sent) return 'rejectedCount'
    const identity = `${sent.good.merchantId} ${sent.good.occurredAt} ${sent.good.recordId}`
    const before = this.known.get(identity)
    if (before === undefined || sent.good.version > before.version) {
      this.known.set(identity, sent.good)
      return 'accepted'
    }
    const isOther =
      sent.good.version === before.version && (sent.good.city !== before.city || sent.good.deleted !== before.deleted)
    return isOther ? 'rejectedCount' : 'duplicates'
  }

  stored(): readonly string[] {
    return [...this.known.values()]
      .filter(({ deleted }) => !deleted)
      .map((record) => [record.merchantId, record.recordId, record.occurredAt, record.version, record.city].join())
      .sort()
  }
}

async function* bytesOf(text: string, part: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  const end = Math.floor(bytes.length * part)
  // Small pieces, so that lines are divided between them; but not millions of pieces.
  const size = Math.max(50, Math.floor(end / 100))
  for (let at = 0; at < end; at += size) yield bytes.subarray(at, Math.min(at + size, end))
  if (part < 1) throw new Error('the sender went away')
}

type Circumstances = Partial<
  Pick<Parameters<typeof ingestUpload>[0], 'storing' | 'batchRowsMax' | 'readers' | 'database'>
> &
  Partial<Pick<Parameters<typeof ingestUpload>[1], 'stillAllowed'>>

async function take(text: string, part = 1, circumstances: Circumstances = {}) {
  const { database, engine } = app.stores
  const { stillAllowed = async () => undefined, ...given } = circumstances
  const body = new BodyHash()
  const deps = {
    database,
    engine,
    clock: systemClock,
    machineClock: systemClock,
    storing: new Semaphore({ concurrencyMax: 2 }),
    readers,
    batchRowsMax: 4,
  }
  const upload = {
    organizationId: 'partner',
    owner: 'partner',
    kind: KINDS.transaction,
    by: aTester,
    body,
    bytes: body.of(bytesOf(text, part)),
    stillAllowed,
  }
  return ingestUpload({ ...deps, ...given }, upload)
}

async function storedRecords(prefix: string): Promise<readonly string[]> {
  const rows = await app.stored<Record<string, string | number>>(
    `merchant_id, record_id, strftime(occurred_at, '%Y-%m-%dT%H:%M:%S') as at, version,
      bill_to_city as city`,
  )
  return rows
    .filter((row) => String(row['record_id']).startsWith(prefix))
    .map((row) =>
      [
        row['merchant_id'],
        String(row['record_id']).slice(prefix.length),
        `${row['at']}.000Z`,
        row['version'],
        row['city'],
      ].join(),
    )
    .sort()
}

test('any mix of good, bad, repeated and broken uploads leaves exactly the good records', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(upload, { minLength: 1, maxLength: 4 }), async (uploads) => {
      run += 1
      const prefix = `${run}-`
      const model = new Model()
      for (const { lines, brokenAfter, isDoubled } of uploads) {
        const text = ndjson(...lines.map((sent) => written(prefix, sent)))
        if (brokenAfter < 1) await expect(take(text, brokenAfter)).rejects.toThrow('went away')
        const expected = model.take(lines)
        const results = await Promise.all(isDoubled ? [take(text), take(text)] : [take(text)])
        if (brokenAfter === 1 && !isDoubled) expect(results[0]?.report).toMatchObject(expected)
      }

      expect(await storedRecords(prefix)).toEqual(model.stored())
    }),
    { numRuns: RUNS, seed },
  )
})

describe('an upload that ends early', () => {
  const tenLines = (prefix: string) =>
    ndjson(...Array.from({ length: 10 }, (_, n) => aRecordLine({ recordId: `${prefix}${n}`, fields: {} })))
  /** Does nothing the first time and fails from then on. */
  const failingLater = (failure: Error) => {
    let calls = 0
    return async (): Promise<void> => {
      calls += 1
      if (calls > 1) throw failure
    }
  }

  test('an upload whose key is revoked stores no further batch', async () => {
    const stillAllowed = failingLater(new AppError('forbidden', 'KEY_REVOKED', 'The key was revoked.'))

    const { report, endedBy } = await take(tenLines('revoked-'), 1, { stillAllowed })

    expect(endedBy).toMatchObject({
      code: 'KEY_REVOKED',
      message: expect.stringContaining('The first 4 lines had been processed'),
    })
    expect(report).toMatchObject({ accepted: 4, lineCount: 4 })
    expect(await storedRecords('revoked-')).toHaveLength(4)
  })

  test('an upload over its organization’s concurrency limit gets a time to retry', async () => {
    const full = failingLater(
      new RetryLater({ kind: 'rate-limited', code: 'TOO_MANY_AT_ONCE', message: 'Too many.' }, 2),
    )
    const storing = {
      run: async <T>(work: () => Promise<T>): Promise<T> => {
        await full()
        return work()
      },
    }

    const { report, endedBy } = await take(tenLines('busy-'), 1, { storing })

    expect(endedBy).toMatchObject({ kind: 'rate-limited', retryAfterSeconds: 2 })
    expect(endedBy?.message).toBe(
      'Too many. The first 4 lines had been processed: it is safe to send the whole body again.',
    )
    expect(report).toMatchObject({ accepted: 4 })
  })

  test('an upload whose reader thread ends can be sent again', async () => {
    const breaking = new LineReaders({ entry: new URL('data:text/javascript,process.exit(1)') })

    const { report, endedBy } = await take(tenLines('broken-'), 1, { readers: breaking })

    expect(endedBy).toMatchObject({ kind: 'unavailable', code: 'UPLOAD_INTERRUPTED' })
    expect(report).toMatchObject({ accepted: 0 })
    expect((await take(tenLines('broken-'))).report).toMatchObject({ accepted: 10 })
  })

  test('an upload ends after ten thousand lines in a row name foreign merchants', async () => {
    const foreign = ndjson(aRecordLine({ recordId: 'foreign-1' }), aRecordLine({ merchantId: 'foreign', fields: {} }))
    const [own = '', other = ''] = foreign.split('\n')
    const lines = [own, ...Array.from({ length: 12_000 }, () => other), own.replace('foreign-1', 'foreign-2')]

    const { report, endedBy } = await take(lines.join('\n'), 1, { batchRowsMax: 5_001 })

    expect(endedBy?.code).toBe('TOO_MANY_REJECTED_LINES')
    expect(report).toMatchObject({ accepted: 1, rejectedCount: 10_001, lineCount: 10_002 })
    expect(await storedRecords('foreign-')).toHaveLength(1)
  })
})

describe('the audit entry of an upload', () => {
  const tenLines = (prefix: string) =>
    ndjson(...Array.from({ length: 10 }, (_, n) => aRecordLine({ recordId: `${prefix}${n}`, fields: {} })), 'no')
  const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex')
  const entriesSince = async (work: () => Promise<unknown>) => {
    const all = async () => {
      const { rows } = await sql<{ entry_id: string; subject: string; actor: unknown; details: unknown }>`
        select entry_id, subject, actor, details from audit_entries
        where organization_id = 'partner' and action = 'records.uploaded'`.execute(app.stores.database.db)
      return rows
    }
    const before = new Set((await all()).map(({ entry_id }) => entry_id))
    await work()
    const added = (await all()).filter(({ entry_id }) => !before.has(entry_id))
    return added.map(({ entry_id: _, ...entry }) => entry)
  }
  const unfinished = async () => {
    const { rows } = await sql<{ upload_id: string }>`select upload_id from ingest_uploads
      join agenda on subject = upload_id`.execute(app.stores.database.db)
    return rows
  }

  test.each([
    ['one batch', 100],
    ['several batches', 4],
    ['several batches and nothing after them', 11],
  ])('an upload of %s has one audit entry with its counts and the hash of its body', async (what, batchRowsMax) => {
    const text = tenLines(`audited ${what} `)

    const entries = await entriesSince(() => take(text, 1, { batchRowsMax }))

    const details = { accepted: 10, duplicates: 0, rejected: 1, bytes: text.length, sha256: sha256Of(text) }
    expect(entries).toEqual([{ subject: 'kind:transaction', actor: aTester, details }])
    expect(await unfinished()).toEqual([])
  })

  test('the audit entry of an upload that ends early counts the received bytes', async () => {
    const text = tenLines('audited end ')

    const entries = await entriesSince(() => take(text, 0.9).catch(() => undefined))

    const received = text.slice(0, Math.floor(text.length * 0.9))
    const details = { accepted: 8, duplicates: 0, rejected: 0, bytes: received.length, sha256: sha256Of(received) }
    expect(entries).toMatchObject([{ details: { ...details, endedBy: 'INTERRUPTED' } }])
    expect(await unfinished()).toEqual([])
  })

  test('an upload that ends early and stores nothing has no audit entry', async () => {
    const stillAllowed = async () => {
      throw new AppError('forbidden', 'KEY_REVOKED', 'The key was revoked.')
    }

    expect(await entriesSince(() => take(tenLines('audited none '), 1, { stillAllowed }))).toEqual([])
  })

  test('a job writes the audit entry of a killed upload once', async () => {
    const { database } = app.stores
    let transactions = 0
    const dying = Object.create(database, {
      transaction: {
        value: async (work: Parameters<typeof database.transaction>[0]) => {
          transactions += 1
          if (transactions > 2) throw new PostgresUnreachable('gone')
          return database.transaction(work)
        },
      },
    }) as typeof database
    const deps = { database, clock: systemClock, machineClock: systemClock }

    const killed = await entriesSince(() => take(tenLines('audited kill '), 1, { database: dying }))
    const [left] = await unfinished()
    const key = { organizationId: 'partner', uploadId: left?.upload_id ?? '' }
    const early = await entriesSince(() => auditInterruptedUpload(deps, key))
    await sql`update ingest_uploads set updated_at = updated_at - interval '61 minutes'`.execute(database.db)
    const late = await entriesSince(async () => {
      await auditInterruptedUpload(deps, key)
      await auditInterruptedUpload(deps, key)
    })

    expect([killed, early]).toEqual([[], []])
    expect(late).toEqual([
      {
        subject: 'kind:transaction',
        actor: aTester,
        details: { accepted: 8, duplicates: 0, rejected: 0, endedBy: 'INTERRUPTED' },
      },
    ])
    expect(await unfinished()).toEqual([])
  })
})
