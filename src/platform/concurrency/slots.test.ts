import { expect, test } from 'vitest'
import { Slots } from './slots.ts'

test('so many run at a time, the others in the order in which they came, failures or not', async () => {
  const slots = new Slots({ atOnce: 2 })
  const started: number[] = []
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
  const running = ends.map(({ promise }, index) =>
    slots
      .run(async () => {
        started.push(index)
        await promise
      })
      .catch(() => undefined),
  )

  expect(started).toEqual([0, 1])
  expect(slots.waiting).toBe(3)
  ends[1]?.reject(new Error('failed'))
  await running[1]
  expect(started).toEqual([0, 1, 2])
  for (const { resolve } of ends) resolve()
  await Promise.all(running)

  expect(started).toEqual([0, 1, 2, 3, 4])
  expect(slots.waiting).toBe(0)
  await slots.run(async () => started.push(5))
  expect(started).toHaveLength(6)
})
