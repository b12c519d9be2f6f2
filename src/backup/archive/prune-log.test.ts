import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/support/stores/temporary-folder.ts'
import type { Manifest } from '../manifest/manifest.ts'
import { walKey } from '../place/layout.ts'
import { openPlace } from '../place/open-place.ts'
import { pruneLog } from './prune-log.ts'

const nameOf = (n: number): string => `00000001000000000000000${n}`

/** A backup that began in this segment. */
function aBackup(copyId: string, segment: number): Manifest {
  const postgres = { kind: 'embedded', timeline: 1, startLsn: `0/${segment}000028` }
  return { copyId, postgres } as unknown as Manifest
}

test('the log is kept from the oldest daily backup of its copy on, and that of copies without a backup as a whole', async () => {
  const place = await openPlace(temporaryFolder(), { s3Endpoint: undefined })
  const names = [1, 2, 3, 4, 5].map(nameOf)
  for (const copyId of ['old', 'new']) {
    for (const name of names) await place.put(walKey(copyId, name, '.zst'), Buffer.from(name))
  }
  const left = async (copyId: string) => {
    const keys: string[] = []
    for await (const { key } of place.list(`wal/${copyId}`)) keys.push(key.slice(-5, -4))
    return keys.sort().join('')
  }

  await pruneLog(place, [aBackup('old', 5), aBackup('old', 3), aBackup('old', 2)], { days: 2 })

  expect([await left('old'), await left('new')]).toEqual(['345', '12345'])
})
