import { expect, onTestFinished, test } from 'vitest'
import { silentLog } from '../../../test/support/processes/queue-node.ts'
import { settableClock } from '../../../test/support/run/settable-clock.ts'
import { temporaryFolder } from '../../../test/support/stores/temporary-folder.ts'
import { folderPlace } from './folder-place.ts'
import { LOCKS } from './layout.ts'
import { lockPlace } from './place-lock.ts'

function aPlace() {
  const place = folderPlace(temporaryFolder())
  const clock = settableClock('2026-11-18T09:00:00Z')
  const lock = async () => {
    const taken = await lockPlace({ place, machineClock: clock, log: silentLog }, { purpose: 'backup' })
    onTestFinished(() => taken.release())
    return taken
  }
  return { place, clock, lock }
}

test('a place is locked by one process at a time, and free after its release', async () => {
  const { place, lock } = aPlace()

  const tries = await Promise.allSettled([lock(), lock(), lock()])

  const [winner, ...others] = tries.filter(({ status }) => status === 'fulfilled')
  expect(others).toEqual([])
  expect(tries.filter(({ status }) => status === 'rejected')).toHaveLength(2)
  await expect(lock()).rejects.toThrow(`Another backup or prune is working in ${place.name}`)
  if (winner?.status === 'fulfilled') await winner.value.release()
  const next = await lock()
  await expect(next.assertHeld()).resolves.toBeUndefined()
})

test('a lock that nobody renews is taken over, and its former holder notices', async () => {
  const { place, clock, lock } = aPlace()
  const former = await lock()

  clock.set('2026-11-18T09:03:00Z')
  const next = await lock()

  await expect(former.assertHeld()).rejects.toThrow('Another process has taken over')
  await expect(next.assertHeld()).resolves.toBeUndefined()
  await former.release()
  await expect(next.assertHeld()).resolves.toBeUndefined()
  const keys: string[] = []
  for await (const { key } of place.list(LOCKS)) keys.push(key)
  expect(keys).toContain('locks/00000002.json')
})
