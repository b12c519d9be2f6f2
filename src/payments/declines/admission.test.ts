import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seed } from '../../../test/support/run/test-run.ts'
import { admissionOf, type DeclineFacts } from './admission.ts'
import { NO_COUNTS, type RecentCounts } from './recent-counts.ts'

const start = Temporal.Instant.from('2026-03-09T10:00:00Z')
const secondsOn = (seconds: number) => start.add({ milliseconds: Math.round(seconds * 1000) })
const NO_PROMISES = { others: undefined, network: undefined }
const NOBODY: DeclineFacts = {
  now: start,
  own: { count: 0, lastAt: undefined },
  link: { count: 0, approvals: 0, lastAt: undefined },
  open: { count: 0, lastStartedAt: undefined },
  justStarted: { onLink: 0, onNetwork: 0, ofOthers: 0 },
  network: NO_COUNTS,
  range: NO_COUNTS,
  promises: NO_PROMISES,
  isHosted: false,
}
const ADMITTED = { outcome: 'admitted', usesWait: false }
const declines = (count: number, lastAt = start) => ({ count, lastAt, approvals: 0 })
const justStarted = (given: Partial<DeclineFacts['justStarted']>) => ({ ...NOBODY.justStarted, ...given })
const counts = (given: Partial<RecentCounts>) => ({ ...NO_COUNTS, ...given })

describe('a network', () => {
  test('without declines is admitted', () => {
    expect(admissionOf(NOBODY)).toEqual(ADMITTED)
  })

  test('waits after its own declines on the link, from the last of them on, until the delay has passed', () => {
    const facts = { ...NOBODY, own: declines(5) }

    expect(admissionOf({ ...facts, now: secondsOn(0.1) })).toEqual({
      ...{ outcome: 'wait', because: 'own', seconds: 40, promises: NO_PROMISES },
    })
    expect(admissionOf({ ...facts, now: secondsOn(39.5) })).toMatchObject({ outcome: 'wait', seconds: 1 })
    expect(admissionOf({ ...facts, now: secondsOn(40) })).toEqual(ADMITTED)
  })

  test('is not remembered for its declines after a day without any', () => {
    const facts = { ...NOBODY, own: declines(50) }

    expect(admissionOf({ ...facts, now: secondsOn(3_599) })).toMatchObject({ outcome: 'wait' })
    expect(admissionOf({ ...facts, now: secondsOn(86_400) })).toEqual(ADMITTED)
  })

  test('with a decline counts each attempt without an outcome as declined at its start', () => {
    const facts = { ...NOBODY, own: declines(2), open: { count: 1, lastStartedAt: secondsOn(60) } }

    expect(admissionOf({ ...facts, now: secondsOn(61) })).toMatchObject({ because: 'own', seconds: 9 })
    expect(admissionOf({ ...facts, now: secondsOn(70) })).toEqual(ADMITTED)
    const many = { count: 200, lastStartedAt: secondsOn(60) }
    expect(admissionOf({ ...NOBODY, open: many, now: secondsOn(61) })).toEqual(ADMITTED)
  })

  test('with half declines alone waits once they are whole ones', () => {
    expect(admissionOf({ ...NOBODY, own: declines(2.5) })).toEqual(ADMITTED)
    expect(admissionOf({ ...NOBODY, own: declines(3) })).toMatchObject({ because: 'own', seconds: 10 })
  })

  test('waits for the longest delay, once', () => {
    expect(admissionOf({ ...NOBODY, link: declines(200), own: declines(200) })).toMatchObject({
      ...{ because: 'own', seconds: 3_600, promises: { ...NO_PROMISES, others: secondsOn(30) } },
    })
    expect(admissionOf({ ...NOBODY, link: declines(200), network: counts({ load: 10 }) })).toEqual({
      ...{ outcome: 'wait', because: 'network', seconds: 60 },
      promises: { others: secondsOn(30), network: secondsOn(60) },
    })
  })
})

describe('open attempts', () => {
  const OPEN = { outcome: 'wait', because: 'open', seconds: 2, promises: NO_PROMISES }

  test('are three for a network and link, before any decline', () => {
    expect(admissionOf({ ...NOBODY, justStarted: justStarted({ onLink: 2, onNetwork: 2 }) })).toEqual(ADMITTED)
    expect(admissionOf({ ...NOBODY, justStarted: justStarted({ onLink: 3, onNetwork: 3 }) })).toEqual(OPEN)
  })

  test('are ten for a network over all links, its declines included', () => {
    const open = (onNetwork: number, load = 0) =>
      admissionOf({ ...NOBODY, justStarted: justStarted({ onNetwork }), network: counts({ load }) })

    expect([open(9), open(10)]).toEqual([ADMITTED, OPEN])
    expect([open(5, 4), open(6, 4), open(5, 4.1)]).toEqual([ADMITTED, OPEN, OPEN])
  })

  test('do not keep anybody from the page of the processor', () => {
    const facts = { ...NOBODY, justStarted: justStarted({ onLink: 3, onNetwork: 10 }), isHosted: true }

    expect(admissionOf(facts)).toEqual(ADMITTED)
  })
})

describe('on a link with many declines of others, a network', () => {
  test('without declines waits once, and is admitted then whatever others do', () => {
    const facts = { ...NOBODY, link: declines(40) }

    expect(admissionOf(facts)).toEqual({
      ...{ outcome: 'wait', because: 'others', seconds: 8, promises: { ...NO_PROMISES, others: secondsOn(8) } },
    })
    const promises = { ...NO_PROMISES, others: secondsOn(8) }
    const later = { ...facts, now: secondsOn(8), link: declines(4_000, secondsOn(8)), promises }

    expect(admissionOf(later)).toEqual({ outcome: 'admitted', usesWait: true })
    expect(admissionOf({ ...later, now: secondsOn(7) })).toMatchObject({ outcome: 'wait', seconds: 1 })
    // Much later the promise is over, and the network waits again.
    const muchLater = secondsOn(8 + 600)
    expect(admissionOf({ ...later, now: muchLater, link: declines(4_000, muchLater) })).toMatchObject({
      ...{ outcome: 'wait', because: 'others', seconds: 30 },
    })
  })

  test('is not asked to wait when the last decline was an hour ago', () => {
    expect(admissionOf({ ...NOBODY, link: declines(500), now: secondsOn(3600) })).toEqual(ADMITTED)
  })

  test('waits a minute after its first decline there, and twice as long each time', () => {
    const afterOwn = (own: number, others: number, approvals = 0) =>
      admissionOf({ ...NOBODY, own: declines(own), link: { ...declines(own + others), approvals } })

    expect(afterOwn(1, 2)).toEqual(ADMITTED)
    expect(afterOwn(1, 3)).toMatchObject({ because: 'own', seconds: 60 })
    expect(afterOwn(2, 3)).toMatchObject({ because: 'own', seconds: 120 })
    expect(afterOwn(12, 3)).toMatchObject({ because: 'own', seconds: 3_600 })
    // Most payments on the link are approved: it is not under attack.
    expect(afterOwn(1, 3, 7)).toEqual(ADMITTED)
  })

  test('has one attempt at a time while attempts of others are open', () => {
    const facts = { ...NOBODY, open: { count: 1, lastStartedAt: start }, now: secondsOn(1) }

    expect(admissionOf({ ...facts, justStarted: justStarted({ onLink: 1, ofOthers: 2 }) })).toEqual(ADMITTED)
    expect(admissionOf({ ...facts, justStarted: justStarted({ onLink: 1, ofOthers: 3 }) })).toMatchObject({
      ...{ because: 'own', seconds: 59 },
    })
  })
})

describe('in a range with many declines', () => {
  const inRange = (range: Partial<RecentCounts>, network: Partial<RecentCounts> = {}) =>
    admissionOf({ ...NOBODY, range: counts(range), network: counts(network) })

  test('every network waits, half a minute at most', () => {
    expect(inRange({ declines: 9 })).toEqual(ADMITTED)
    expect(inRange({ declines: 10 })).toMatchObject({ because: 'others', seconds: 2 })
    expect(inRange({ declines: 1_000_000 })).toMatchObject({ because: 'others', seconds: 30 })
  })

  test('nobody waits while most payments are approved, or because of the declines of the same network', () => {
    expect(inRange({ declines: 20, approvals: 41 })).toEqual(ADMITTED)
    expect(inRange({ declines: 20 }, { declines: 11 })).toEqual(ADMITTED)
  })
})

describe('a network with ten declines over all links', () => {
  const facts = { ...NOBODY, network: counts({ load: 10 }) }

  test('waits on every link until one of them is forgotten', () => {
    expect(admissionOf({ ...NOBODY, network: counts({ load: 9 }) })).toEqual(ADMITTED)
    expect(admissionOf({ ...NOBODY, network: counts({ load: 9.5 }) })).toMatchObject({
      because: 'network',
      seconds: 30,
    })
    expect(admissionOf(facts)).toMatchObject({ because: 'network', seconds: 60 })
    expect(admissionOf({ ...facts, network: counts({ load: 500 }) })).toMatchObject({ seconds: 600 })
  })

  test('that has waited is admitted, however many declines came since, unless ten attempts are open', () => {
    const promises = { ...NO_PROMISES, network: secondsOn(60) }
    const later = { ...facts, now: secondsOn(60), network: counts({ load: 30 }), promises }

    expect(admissionOf(later)).toEqual({ outcome: 'admitted', usesWait: true })
    expect(admissionOf({ ...later, justStarted: justStarted({ onNetwork: 10 }) })).toMatchObject({ because: 'open' })
    // A wait because of others does not make up for it.
    expect(admissionOf({ ...later, promises: { ...NO_PROMISES, others: start } })).toMatchObject({ because: 'network' })
  })
})

test('a promise that was not needed is used up as well', () => {
  const promises = { others: secondsOn(2), network: undefined }

  expect(admissionOf({ ...NOBODY, promises, now: secondsOn(5) })).toEqual({ outcome: 'admitted', usesWait: true })
})

test('a network without declines is admitted after at most half a minute, whatever others do', () => {
  const lateSeconds = fc.integer({ min: 0, max: 599 })
  const many = fc.nat(100_000)
  fc.assert(
    fc.property(many, many, many, lateSeconds, (onLink, inRange, meanwhile, late) => {
      const range = counts({ declines: inRange })
      const first = admissionOf({ ...NOBODY, link: declines(onLink), range })
      if (first.outcome === 'admitted') return
      const back = (first.promises.others ?? start).add({ seconds: late })

      const second = admissionOf({
        ...{ ...NOBODY, now: back, link: declines(onLink + meanwhile, back), promises: first.promises },
        range: counts({ declines: inRange + meanwhile }),
      })

      expect(first.seconds).toBeLessThanOrEqual(30)
      expect(second).toEqual({ outcome: 'admitted', usesWait: true })
    }),
    { seed, numRuns: 500 },
  )
})
