import { expect, onTestFinished, test } from 'vitest'
import { LineReaderEnded, LineReaders } from './line-readers.ts'

const UPLOAD = { kindName: 'transaction', organizationId: 'shop' } as const
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

test('uploads that are read by one thread do not mix', async () => {
  const readers = opened()
  const [one, other] = [readers.open({ ...UPLOAD, rowsMax: 2 }), readers.open(UPLOAD)]

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

test('nothing is read after ten thousand rejected lines in a row', async () => {
  const reader = opened().open(UPLOAD)

  const first = await reader.read(Buffer.from('x\n'.repeat(9_999)), CLOCK)
  const second = await reader.read(Buffer.from('x\n'.repeat(50_000)), CLOCK)
  const third = await reader.read(lines(1, 'late'), CLOCK)

  expect(first).toEqual({ batches: [], isStopped: false })
  expect(second).toMatchObject({ batches: [{ end: { lineCount: 10_000 } }], isStopped: true })
  expect(third).toEqual({ batches: [], isStopped: true })
})

test('many uploads at once fill smaller batches', async () => {
  const readers = opened()
  const all = Array.from({ length: 64 }, () => readers.open(UPLOAD))

  const { batches } = (await all[0]?.read(lines(6_000, 'a'), CLOCK)) ?? {}

  expect(batches?.map(({ packed }) => packed.lines.length)).toEqual([5_000])
})

test('a thread that ends fails its uploads, and the next upload gets another one', async () => {
  const readers = opened(new URL('data:text/javascript,setTimeout(() => { throw new Error("broken") })'))

  const reader = readers.open(UPLOAD)
  const failed = await reader.read(Buffer.from('x\n'), CLOCK).catch((error: unknown) => error)
  const later = await reader.end().catch((error: unknown) => error)
  const again = await readers
    .open(UPLOAD)
    .end()
    .catch((error: unknown) => error)

  expect(failed).toBeInstanceOf(LineReaderEnded)
  expect((failed as Error).cause).toMatchObject({ message: 'broken' })
  expect(later).toBe(failed)
  expect(again).toBeInstanceOf(LineReaderEnded)
  expect(again).not.toBe(failed)
})
