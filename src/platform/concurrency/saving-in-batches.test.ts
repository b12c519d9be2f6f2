import { expect, test } from 'vitest'
import { SavingInBatches } from './saving-in-batches.ts'

test('items that arrive while a batch is being saved form the next batch, up to the limit', async () => {
  const batches: (readonly number[])[] = []
  const first = Promise.withResolvers<void>()
  const saving = new SavingInBatches<number>({
    batchMax: 3,
    save: async (batch) => {
      batches.push(batch)
      if (batches.length === 1) await first.promise
    },
  })

  const added = [1, 2, 3, 4, 5].map((item) => saving.add(item))
  first.resolve()
  await Promise.all(added)

  expect(batches).toEqual([[1], [2, 3, 4], [5]])
})

test('a batch that could not be saved is saved again', async () => {
  const batches: (readonly number[])[] = []
  const saving = new SavingInBatches<number>({
    batchMax: 3,
    save: async (batch) => {
      batches.push(batch)
      if (batches.length === 1) throw new Error('PostgreSQL is away.')
    },
  })

  await saving.add(1)

  expect(batches).toEqual([[1], [1]])
})
