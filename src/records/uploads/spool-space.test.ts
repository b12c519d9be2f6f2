import { expect, test } from 'vitest'
import { SpoolSpace } from './spool-space.ts'

const MEBIBYTE = 1024 * 1024

/** A disk that others write to as well. */
function aDisk(freeMebibytes: number) {
  const disk = { free: freeMebibytes * MEBIBYTE }
  const space = new SpoolSpace('/', { freeBytesMin: 256 * MEBIBYTE, free: () => disk.free })
  return { disk, space }
}

test('concurrent bodies never use the space reserved for the stores', () => {
  const { disk, space } = aDisk(300)
  const shares = Array.from({ length: 12 }, () => space.open(0))
  const chunk = 64 * 1024

  const written = shares.map(() => 0)
  let refused = 0
  for (let turn = 0; turn < 31 * 16; turn += 1) {
    for (const [index, share] of shares.entries()) {
      try {
        share.before(chunk)
      } catch {
        refused += 1
        continue
      }
      disk.free -= chunk
      share.after(chunk)
      written[index] = (written[index] ?? 0) + chunk
    }
  }

  expect(disk.free).toBeGreaterThanOrEqual(256 * MEBIBYTE)
  expect(refused).toBeGreaterThan(0)
})

test('an announced length is reserved immediately and released when the body ends early', () => {
  const { space } = aDisk(300)

  const first = space.open(40 * MEBIBYTE)

  expect(() => space.open(5 * MEBIBYTE)).toThrow(expect.objectContaining({ code: 'NO_ROOM' }))
  first.close()
  expect(() => space.open(5 * MEBIBYTE)).not.toThrow()
})

test('a disk filled by others is noticed within a mebibyte', () => {
  const { disk, space } = aDisk(300)
  const share = space.open(40 * MEBIBYTE)
  share.before(1000)
  share.after(1000)
  disk.free = 257 * MEBIBYTE

  expect(() => share.before(MEBIBYTE)).toThrow(expect.objectContaining({ code: 'NO_ROOM' }))
})
