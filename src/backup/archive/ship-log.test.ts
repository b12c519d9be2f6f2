import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/support/stores/temporary-folder.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { openPlace } from '../place/open-place.ts'
import { packingFor } from '../place/packing.ts'
import type { BackupPlace } from '../place/place.ts'
import { closeGap, readArchiveState } from './archive-state.ts'
import { shipLog } from './ship-log.ts'

const COPY = 'a-copy'
const SEGMENT_BYTES = 1_000
const { signal } = new AbortController()
const nameOf = (n: number): string => `0000000100000000000000${n.toString(16).toUpperCase().padStart(2, '0')}`

async function aSpool({ spoolBytesMax = 1_000_000 } = {}) {
  const root = temporaryFolder()
  const folder = { run: join(root, 'run'), wal: join(root, 'wal') }
  for (const path of Object.values(folder)) mkdirSync(path)
  const target = temporaryFolder()
  const place = await openPlace(target, { s3Endpoint: undefined })
  const errors: string[] = []
  const log = { error: (_facts: unknown, message: string) => void errors.push(message) }
  const deps = { place, packing: packingFor([]), folder, copyId: COPY, spoolBytesMax, machineClock: systemClock, log }
  return {
    ...{ folder, deps, errors },
    archive: (...numbers: readonly number[]) => {
      for (const n of numbers) writeFileSync(join(folder.wal, nameOf(n)), Buffer.alloc(SEGMENT_BYTES, n))
    },
    here: () => readdirSync(folder.wal).sort(),
    there: () => readdirSync(join(target, 'wal', COPY)).sort(),
  }
}

test('archived segments are brought to the place in order, and unfinished files are left to PostgreSQL', async () => {
  const { folder, deps, archive, here, there } = await aSpool()
  archive(2, 1)
  writeFileSync(join(folder.wal, `archtemp.${nameOf(3)}.1.2`), 'unfinished')

  const shipped = await shipLog(deps, signal)

  expect(shipped).toBe(2)
  expect(here()).toEqual([`archtemp.${nameOf(3)}.1.2`])
  expect(there()).toEqual([`${nameOf(1)}.zst`, `${nameOf(2)}.zst`])
  expect(readArchiveState(folder, COPY)).toMatchObject({ segment: nameOf(2) })
})

test('a segment that the place does not take stays, and is brought again', async () => {
  const { deps, archive, here, there } = await aSpool()
  const full: BackupPlace = { ...deps.place, put: () => Promise.reject(new Error('the disk is full')) }
  archive(1)

  const shipping = shipLog({ ...deps, place: full }, signal)

  await expect(shipping).rejects.toThrow('the disk is full')
  expect(here()).toEqual([nameOf(1)])
  await shipLog(deps, signal)
  expect([here(), there()]).toEqual([[], [`${nameOf(1)}.zst`]])
})

test('beyond its bound the oldest segments are given up, and the gap lasts until a backup began after it', async () => {
  const { folder, deps, archive, errors, there } = await aSpool({ spoolBytesMax: 2 * SEGMENT_BYTES })
  archive(1)
  await shipLog(deps, signal)
  closeGap(folder, COPY, nameOf(1))
  archive(2, 3, 4, 5)

  await shipLog(deps, signal)

  const gapBefore = () => readArchiveState(folder, COPY)?.gapBefore
  expect(there()).toEqual([1, 4, 5].map((n) => `${nameOf(n)}.zst`))
  expect(errors).toEqual([expect.stringContaining('was given up'), expect.stringContaining('has a gap')])
  expect(gapBefore()).toBe(nameOf(4))
  closeGap(folder, COPY, nameOf(3))
  expect(gapBefore()).toBe(nameOf(4))
  closeGap(folder, COPY, nameOf(4))
  expect(gapBefore()).toBeUndefined()
  expect(readArchiveState(folder, COPY)).toMatchObject({ segment: nameOf(5) })
})

test('the log of a copy needs a backup of its own', async () => {
  const { folder, deps, archive } = await aSpool()
  archive(7)

  await shipLog(deps, signal)

  expect(readArchiveState(folder, COPY)).toMatchObject({ gapBefore: nameOf(7) })
  expect(readArchiveState(folder, 'another-copy')).toBeUndefined()
})
