import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/support/stores/temporary-folder.ts'
import { openPlace } from '../place/open-place.ts'
import { beat, copiesAlive } from './heartbeat.ts'

const at = Temporal.Instant.from('2026-11-18T09:00:00Z')

test('a copy counts as running for five minutes after it was seen, and other files do not count', async () => {
  const place = await openPlace(temporaryFolder(), { s3Endpoint: undefined })
  await beat(place, { copyId: 'one', at })
  await beat(place, { copyId: 'two', at: at.subtract({ minutes: 1 }) })
  await place.put('heartbeat/note.json', Buffer.from('not one of ours'))
  const seenAfter = async (seconds: number) =>
    (await copiesAlive(place, at.add({ seconds }))).map(({ copyId }) => copyId).sort()

  expect(await seenAfter(0)).toEqual(['one', 'two'])
  expect(await seenAfter(299)).toEqual(['one'])
  expect(await seenAfter(300)).toEqual([])
})
