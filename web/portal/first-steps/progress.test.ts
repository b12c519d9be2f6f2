import { expect, test } from 'vitest'
import { isShown, stepsOf } from './progress.ts'

const nothing = {
  isNew: true,
  brand: { hasName: false, hasLogo: false },
  invoice: { isDone: false, newestNumber: null },
  payment: { isDone: false },
  results: { hasMail: false, hasWebhook: false, hasReport: false },
}
const all = {
  isNew: true,
  brand: { hasName: true, hasLogo: true },
  invoice: { isDone: true, newestNumber: 'A1' },
  payment: { isDone: true },
  results: { hasMail: true, hasWebhook: true, hasReport: true },
}
const done = (progress: typeof nothing | typeof all) => stepsOf(progress).map(([, isDone]) => isDone)

test('a step is ticked when all of it has happened', () => {
  expect(done(nothing)).toEqual([false, false, false, false])
  expect(done({ ...all, brand: { hasName: true, hasLogo: false } })).toEqual([false, true, true, true])
  expect(done({ ...all, results: { hasMail: true, hasWebhook: false, hasReport: true } })).toEqual([
    ...[true, true, true, false],
  ])
})

test('the steps are there until all are done, or the merchant knows the way', () => {
  expect([nothing, all, { ...nothing, isNew: false }].map(isShown)).toEqual([true, false, false])
})
