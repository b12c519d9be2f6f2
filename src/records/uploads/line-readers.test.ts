import { expect, onTestFinished, test } from 'vitest'
import { LineReaderEnded, LineReaders } from './line-readers.ts'

const UPLOAD = { kindName: 'transaction', organizationId: 'shop' } as const
const SHOP = { owner: 'shop' }
const CLOCK = { clockMs: Date.UTC(2026, 2, 10) }

function lines(count: number, prefix: string): Buffer {
  const all = Array.from({ length: count }, (_, n) => ({
    recordId: `${prefix}${n}`,
    merchantId: 'shop',
    occurredAt: '2026-03-09T10:00:00Z',
  }))
  return Buffer.from(all.map((line) => `${JSON.stringify(line)}\n`).join(''))
}

function opened(entry?: URL): LineReaders {
  const readers = new LineReaders(entry === undefined ? {} : { entry })
  onTestFinished(() => readers.close())
  return readers
}

test('uploads read by one thread are not mixed up', async () => {
  const readers = opened()
  const [one, other] = [readers.open({ ...UPLOAD, rowsMax: 2 }, SHOP), readers.open(UPLOAD, SHOP)]

  const full = one.read(lines(5, 'a'), CLOCK)
  const none = other.read(lines(3, 'b'), CLOCK)
  const rest = one.end()
  const all = other.end()

  const idsOf = async (read: typeof full) =>
    (await read).batches.map(({ packed }) => packed.records.versions.recordIds.join())
  expect(await idsOf(full)).toEqual(['a0,a1', 'a2,a3'])
  expect(await idsOf(none)).toEqual([])
  expect(await idsOf(rest)).toEqual(['a4'])
  expect(await idsOf(all)).toEqual(['b0,b1,b2'])
})

test('an owner with many uploads does not delay another owner', async () => {
  const readers = opened()
  const order: string[] = []
  const readAll = (owner: string, count: number) =>
    Array.from({ length: count }, async () => {
      await readers.open(UPLOAD, { owner }).read(lines(500, owner), CLOCK)
      order.push(owner)
    })

  const many = readAll('busy', 40)
  await Promise.all([...many, ...readAll('quiet', 1)])

  // After the pieces that were being read, and one more of each thread.
  expect(order.indexOf('quiet')).toBeLessThan(20)
})

test('the chunks of an upload are read in order, however many wait', async () => {
  const readers = opened()
  const reader = readers.open({ ...UPLOAD, rowsMax: 100 }, SHOP)
  const others = Array.from({ length: 20 }, () => readers.open(UPLOAD, SHOP).read(lines(50, 'other'), CLOCK))

  const pieces = Array.from({ length: 50 }, (_, n) => reader.read(lines(2, `${n}-`), CLOCK))
  await Promise.all(others)
  const [batch] = (await Promise.all(pieces)).flatMap(({ batches }) => batches)

  const expected = Array.from({ length: 50 }, (_, n) => [`${n}-0`, `${n}-1`]).flat()
  expect(batch?.packed.records.versions.recordIds).toEqual(expected)
})

test('uploads that end while their lines are read do not block others', async () => {
  const readers = opened()
  const ended = Array.from({ length: 20 }, async () => {
    const reader = readers.open(UPLOAD, SHOP)
    const read = [reader.read(lines(10, 'a'), CLOCK), reader.read(lines(10, 'b'), CLOCK)]
    reader.close()
    return Promise.allSettled(read)
  })

  const outcomes = (await Promise.all(ended)).flat().map(({ status }) => status)
  const later = await readers.open(UPLOAD, SHOP).read(lines(1, 'later'), CLOCK)

  expect(new Set(outcomes)).toEqual(new Set(['rejected']))
  expect(later).toEqual({ batches: [], isStopped: false })
})

test('nothing is read after ten thousand rejected lines in a row', async () => {
  const reader = opened().open(UPLOAD, SHOP)

  const first = await reader.read(Buffer.from('x\n'.repeat(9_999)), CLOCK)
  const second = await reader.read(Buffer.from('x\n'.repeat(50_000)), CLOCK)
  const third = await reader.read(lines(1, 'late'), CLOCK)

  expect(first).toEqual({ batches: [], isStopped: false })
  expect(second).toMatchObject({ batches: [{ end: { lineCount: 10_000 } }], isStopped: true })
  expect(third).toEqual({ batches: [], isStopped: true })
})

test('many concurrent uploads fill smaller batches', async () => {
  const readers = opened()
  const all = Array.from({ length: 64 }, () => readers.open(UPLOAD, SHOP))

  const { batches } = (await all[0]?.read(lines(6_000, 'a'), CLOCK)) ?? {}

  expect(batches?.map(({ packed }) => packed.lines.length)).toEqual([5_000])
})

test('uploads fail if their thread ends, and the next upload gets a new thread', async () => {
  const readers = opened(new URL('data:text/javascript,setTimeout(() => { throw new Error("broken") })'))

  const reader = readers.open(UPLOAD, SHOP)
  const failed = await reader.read(Buffer.from('x\n'), CLOCK).catch((error: unknown) => error)
  const later = await reader.end().catch((error: unknown) => error)
  const again = await readers
    .open(UPLOAD, SHOP)
    .end()
    .catch((error: unknown) => error)

  expect(failed).toBeInstanceOf(LineReaderEnded)
  expect((failed as Error).cause).toMatchObject({ message: 'broken' })
  expect(later).toBe(failed)
  expect(again).toBeInstanceOf(LineReaderEnded)
  expect(again).not.toBe(failed)
})
