import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NO_RUN, rejectedRunsOf, runAfter } from './rejected-runs.ts'

/** `isRejected` by line; undefined: an empty line, which counts neither way. */
const lines = fc.array(fc.option(fc.boolean(), { nil: undefined }), { maxLength: 30 })

test('the longest run of rejected lines is found however lines are divided into batches', () => {
  fc.assert(
    fc.property(fc.array(lines, { maxLength: 5 }), fc.func(fc.boolean()), (batches, isReadable) => {
      let number = 0
      let run = NO_RUN
      for (const batch of batches) {
        const numbered = batch.map((isRejected) => {
          number += 1
          return { number, isRejected }
        })
        const rejected = numbered.filter(({ isRejected }) => isRejected === true)
        const read = numbered.filter(
          (line) => line.isRejected === false || (line.isRejected === true && isReadable(line.number)),
        )
        const runs = rejectedRunsOf(
          read.map((line) => line.number),
          new Set(rejected.map((line) => line.number)),
        )
        run = runAfter(run, runs)
      }

      const marks = batches.flat().map((isRejected) => ({ true: 'x', false: ' ' })[String(isRejected)] ?? '')
      const longest = Math.max(
        ...marks
          .join('')
          .split(' ')
          .map((part) => part.length),
      )
      expect(run.longest).toBe(longest)
    }),
  )
})
