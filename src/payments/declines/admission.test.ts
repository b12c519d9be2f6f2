import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seed } from '../../../test/support/run/test-run.ts'
import { admissionOf, type DeclineFacts, linkDelaySeconds, ownDelaySeconds } from './admission.ts'

const start = Temporal.Instant.from('2026-03-09T10:00:00Z')
const secondsOn = (seconds: number) => start.add({ milliseconds: Math.round(seconds * 1000) })
const NOBODY: DeclineFacts = {
  now: start,
  own: { count: 0, lastAt: undefined },
  link: { count: 0, lastAt: undefined },
  open: { count: 0, lastStartedAt: undefined },
  admittedFrom: undefined,
}
const declines = (count: number, lastAt = start) => ({ count, lastAt })

describe('the delay', () => {
  test.each([
    [0, 0],
    [1, 0],
    [2, 0],
    [3, 10],
    [4, 20],
    [5, 40],
    [6, 80],
    [7, 160],
    [8, 320],
    [9, 640],
    [10, 1280],
    [11, 2560],
    [12, 3600],
    [1000, 3600],
    [1_000_000, 3600],
  ])('of an address with %i declines is %i seconds', (count, seconds) => {
    expect(ownDelaySeconds(count)).toBe(seconds)
  })

  test.each([
    [0, 0],
    [9, 0],
    [10, 2],
    [19, 2],
    [20, 4],
    [40, 8],
    [80, 16],
    [159, 16],
    [160, 30],
    [1_000_000, 30],
  ])('of everybody on a link with %i declines is %i seconds', (count, seconds) => {
    expect(linkDelaySeconds(count)).toBe(seconds)
  })
})

describe('an address', () => {
  test('without declines is admitted', () => {
    expect(admissionOf(NOBODY)).toEqual({ outcome: 'admitted', usesWait: false })
  })

  test('waits after its own declines, from the last of them on, until the delay has passed', () => {
    const facts = { ...NOBODY, own: declines(5) }

    expect(admissionOf({ ...facts, now: secondsOn(0.1) })).toMatchObject({
      ...{ outcome: 'wait', because: 'address', seconds: 40, admittedFrom: undefined },
    })
    expect(admissionOf({ ...facts, now: secondsOn(39.5) })).toMatchObject({ outcome: 'wait', seconds: 1 })
    expect(admissionOf({ ...facts, now: secondsOn(40) })).toMatchObject({ outcome: 'admitted' })
  })

  test('is not remembered for its declines after a day without any', () => {
    const facts = { ...NOBODY, own: declines(50) }

    expect(admissionOf({ ...facts, now: secondsOn(3_599) })).toMatchObject({ outcome: 'wait' })
    expect(admissionOf({ ...facts, now: secondsOn(86_400), own: declines(50) })).toMatchObject({ outcome: 'admitted' })
  })

  test('with a decline counts each attempt without an outcome as declined at its start', () => {
    const facts = { ...NOBODY, own: declines(2), open: { count: 1, lastStartedAt: secondsOn(60) } }

    expect(admissionOf({ ...facts, now: secondsOn(61) })).toMatchObject({ outcome: 'wait', seconds: 9 })
    expect(admissionOf({ ...facts, now: secondsOn(70) })).toMatchObject({ outcome: 'admitted' })
    const many = { count: 200, lastStartedAt: secondsOn(60) }
    expect(admissionOf({ ...NOBODY, open: many, now: secondsOn(61) })).toMatchObject({ outcome: 'admitted' })
  })

  test('without declines waits once on a link that has many, and is admitted then whatever others do', () => {
    const facts = { ...NOBODY, link: declines(40) }

    const first = admissionOf(facts)
    expect(first).toEqual({ outcome: 'wait', because: 'link', seconds: 8, admittedFrom: secondsOn(8) })
    const later = { ...facts, now: secondsOn(8), link: declines(4_000, secondsOn(8)), admittedFrom: secondsOn(8) }

    expect(admissionOf(later)).toEqual({ outcome: 'admitted', usesWait: true })
    expect(admissionOf({ ...later, now: secondsOn(7) })).toMatchObject({ outcome: 'wait', seconds: 1 })
    // Much later the promise is over, and the address waits again.
    const muchLater = secondsOn(8 + 600)
    expect(admissionOf({ ...later, now: muchLater, link: declines(4_000, muchLater) })).toMatchObject({
      ...{ outcome: 'wait', because: 'link', seconds: 30 },
    })
  })

  test('is not asked to wait on a link whose last decline was an hour ago', () => {
    expect(admissionOf({ ...NOBODY, link: declines(500), now: secondsOn(3600) })).toMatchObject({ outcome: 'admitted' })
  })

  test('waits for the longer of both delays, once', () => {
    const facts = { ...NOBODY, own: declines(3), link: declines(200) }

    expect(admissionOf(facts)).toEqual({ outcome: 'wait', because: 'link', seconds: 30, admittedFrom: secondsOn(30) })
    expect(admissionOf({ ...facts, own: declines(6) })).toEqual({
      ...{ outcome: 'wait', because: 'address', seconds: 80, admittedFrom: secondsOn(30) },
    })
    expect(admissionOf({ ...facts, own: declines(6), now: secondsOn(80), admittedFrom: secondsOn(30) })).toEqual({
      ...{ outcome: 'admitted', usesWait: true },
    })
  })
})

test('the delays grow with every decline and are bounded', () => {
  fc.assert(
    fc.property(fc.nat(100_000), (count) => {
      expect(ownDelaySeconds(count + 1)).toBeGreaterThanOrEqual(ownDelaySeconds(count))
      expect(linkDelaySeconds(count + 1)).toBeGreaterThanOrEqual(linkDelaySeconds(count))
      expect(linkDelaySeconds(count)).toBeLessThanOrEqual(ownDelaySeconds(count + 3))
    }),
    { seed, numRuns: 1_000 },
  )
})

test('a payer without declines is admitted after at most half a minute, whatever happens on the link', () => {
  const lateSeconds = fc.integer({ min: 0, max: 599 })
  fc.assert(
    fc.property(fc.nat(5_000), fc.nat(100_000), lateSeconds, (before, meanwhile, late) => {
      const first = admissionOf({ ...NOBODY, link: declines(before) })
      const admittedFrom = first.outcome === 'wait' ? first.admittedFrom : undefined
      const back = (admittedFrom ?? start).add({ seconds: late })

      const second = admissionOf({ ...NOBODY, now: back, link: declines(before + meanwhile, back), admittedFrom })

      if (first.outcome === 'admitted') return
      expect(first.seconds).toBeLessThanOrEqual(30)
      expect(second).toEqual({ outcome: 'admitted', usesWait: true })
    }),
    { seed, numRuns: 500 },
  )
})
