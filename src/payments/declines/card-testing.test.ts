import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seed } from '../../../test/support/run/test-run.ts'
import { networkOfAddress, rangeOfNetwork } from '../../platform/http/limits/network-of-address.ts'
import { admissionOf } from './admission.ts'
import { countsAt, NO_COUNTS, type RecentCounts, type StoredCounts } from './recent-counts.ts'

const START = Temporal.Instant.from('2026-03-09T10:00:00Z')
const at = (ms: number) => START.add({ milliseconds: Math.round(ms) })
const MINUTE = 60_000

type Declines = { count: number; approvals: number; lastAt: Temporal.Instant | undefined }
type Open = { readonly link: string; readonly network: string; readonly startedAt: number }
type Try = { readonly link: string; readonly address: string; readonly isDeclined: boolean; readonly takesMs: number }
type Answer = { readonly waitMs: number } | { readonly isDeclined: boolean }

/** Links under load: the counters of the store in memory, and a clock that jumps from one event to the next. */
function simulation() {
  const [links, places] = [new Map<string, Declines>(), new Map<string, Declines>()]
  const networks = new Map<string, StoredCounts>()
  const promises = new Map<string, { others: Temporal.Instant | undefined; network: Temporal.Instant | undefined }>()
  const open = new Set<Open>()
  const events: { readonly ms: number; readonly run: (ms: number) => void }[] = []
  const tries: { readonly ms: number; readonly isDeclined: boolean }[] = []

  const none = (): Declines => ({ count: 0, approvals: 0, lastAt: undefined })
  const countsOf = (code: string, ms: number): RecentCounts => {
    const stored = networks.get(code)
    return stored === undefined ? NO_COUNTS : countsAt(stored, at(ms))
  }
  const plan = (ms: number, run: (ms: number) => void) => events.push({ ms, run })

  /** As the processor answers, or as long as the wait is. */
  function attempt(
    ms: number,
    { link, address, isDeclined, takesMs }: Try,
    then: (ms: number, a: Answer) => void,
  ): void {
    const network = networkOfAddress(address)
    const place = `${link} ${network}`
    const here = [...open].filter((one) => one.link === link)
    const own = [...open].filter((one) => one.network === network)
    const just = (ones: readonly Open[]) => ones.filter(({ startedAt }) => startedAt > ms - MINUTE)
    const both = own.filter((one) => one.link === link)
    const admission = admissionOf({
      now: at(ms),
      own: places.get(place) ?? none(),
      link: links.get(link) ?? none(),
      open: {
        count: both.length,
        lastStartedAt: both.length > 0 ? at(Math.max(...both.map((one) => one.startedAt))) : undefined,
      },
      justStarted: {
        onLink: just(both).length,
        onNetwork: just(own).length,
        ofOthers: just(here.filter((one) => one.network !== network)).length,
      },
      network: countsOf(network, ms),
      range: countsOf(rangeOfNetwork(network), ms),
      promises: promises.get(place) ?? { others: undefined, network: undefined },
      isHosted: false,
    })
    if (admission.outcome === 'wait') {
      const { others, network: ofNetwork } = promises.get(place) ?? {}
      const { promises: made, seconds } = admission
      promises.set(place, { others: made.others ?? others, network: made.network ?? ofNetwork })
      then(ms, { waitMs: seconds * 1000 })
      return
    }
    promises.delete(place)
    tries.push({ ms, isDeclined })
    const started = { link, network, startedAt: ms }
    open.add(started)
    plan(ms + takesMs, (doneAt) => {
      open.delete(started)
      count(doneAt, { link, place, network, isDeclined })
      then(doneAt, { isDeclined })
    })
  }

  function count(ms: number, done: { link: string; place: string; network: string; isDeclined: boolean }): void {
    const { link, place, network, isDeclined } = done
    for (const code of [network, rangeOfNetwork(network)]) countCode(code, ms, isDeclined)
    const [onLink, own] = [links.get(link) ?? none(), places.get(place) ?? none()]
    if (!isDeclined) onLink.approvals += 1
    else for (const one of [onLink, own]) Object.assign(one, { count: one.count + 1, lastAt: at(ms) })
    links.set(link, onLink)
    places.set(place, own)
  }

  function countCode(code: string, ms: number, isDeclined: boolean): void {
    const now = countsOf(code, ms)
    const after = isDeclined
      ? { load: now.load + 1, declines: now.declines + 1 }
      : { load: Math.max(0, now.load - 1), approvals: now.approvals + 1 }
    if (isDeclined || networks.has(code)) networks.set(code, { ...now, ...after, countedAt: at(ms) })
  }

  /** Runs until nothing is left to do, or the time is over. */
  function run(untilMs: number): void {
    for (;;) {
      const next = events.reduce((a, b) => (b.ms < a.ms ? b : a), events[0] ?? { ms: Infinity, run: () => {} })
      if (next.ms >= untilMs) return
      events.splice(events.indexOf(next), 1)
      next.run(next.ms)
    }
  }

  return {
    attempt,
    plan,
    run,
    declinedBefore: (ms: number) => tries.filter((one) => one.isDeclined && one.ms < ms).length,
  }
}

type Attack = { readonly link: string; readonly address: string; readonly startMs: number; readonly takesMs: number }

/** Tries one declined card after the other, and keeps to each wait. */
function declinedInFirstMinute(attacks: readonly Attack[]): number {
  const { attempt, plan, run, declinedBefore } = simulation()
  const first = Math.min(...attacks.map(({ startMs }) => startMs))
  for (const { startMs, ...card } of attacks) {
    const next = (ms: number): void =>
      attempt(ms, { ...card, isDeclined: true }, (doneAt, answer) =>
        plan('waitMs' in answer ? doneAt + answer.waitMs : doneAt, next),
      )
    plan(startMs, next)
  }
  run(first + MINUTE)
  return declinedBefore(first + MINUTE)
}

const ONE = '192.0.2.1'
const links = (count: number) => Array.from({ length: count }, (_, index) => `link ${index}`)
const networks = (count: number) => Array.from({ length: count }, (_, index) => `2001:db8:1:${index.toString(16)}::1`)
const slowness = fc.integer({ min: 1, max: 50_000 })

describe('in the first minute, declined cards are tried', () => {
  test.each([20, 2_000, 20_000])('at most ten times by one address with 25 links, answered in %i ms', (takesMs) => {
    const concurrently = [0, 1, 2].flatMap(() => links(25).map((link) => ({ link, address: ONE, startMs: 0, takesMs })))
    const oneByOne = links(25).map((link, index) => ({ link, address: ONE, startMs: index * takesMs, takesMs }))

    expect(declinedInFirstMinute(concurrently)).toBe(10)
    expect(declinedInFirstMinute(oneByOne)).toBeLessThanOrEqual(10)
  })

  test('at most ten times by one address, whatever it does', () => {
    const attack = fc.record({
      link: fc.integer({ min: 1, max: 40 }).map(String),
      address: fc.constant(ONE),
      startMs: fc.nat(50_000),
      takesMs: slowness,
    })
    fc.assert(
      fc.property(fc.array(attack, { minLength: 1, maxLength: 60 }), (attacks) => {
        expect(declinedInFirstMinute(attacks)).toBeLessThanOrEqual(10)
      }),
      { seed, numRuns: 60 },
    )
  })

  test.each([20, 2_000, 20_000])(
    'at most 30 times by 30 networks of a /48 on one link, answered in %i ms',
    (takesMs) => {
      const wave = networks(30).map((address) => ({ link: 'link', address, startMs: 0, takesMs }))
      const oneByOne = wave.map((one, index) => ({ ...one, startMs: index * 10 }))

      expect(declinedInFirstMinute(wave)).toBe(30)
      // The first network may try three times before others show that the link is under attack.
      expect(declinedInFirstMinute(oneByOne)).toBeLessThanOrEqual(30 + 2)
    },
  )

  test('at most 30 times at any pace by 30 networks that begin together, and 32 times otherwise', () => {
    const starts = fc.array(fc.nat(5_000), { minLength: 30, maxLength: 30 })
    fc.assert(
      fc.property(starts, slowness, (startsMs, takesMs) => {
        const attacks = networks(30).map((address, index) => ({
          link: 'link',
          address,
          startMs: startsMs[index] ?? 0,
          takesMs,
        }))

        expect(declinedInFirstMinute(attacks.map((one) => ({ ...one, startMs: 0 })))).toBeLessThanOrEqual(30)
        expect(declinedInFirstMinute(attacks)).toBeLessThanOrEqual(32)
      }),
      { seed, numRuns: 40 },
    )
  })

  test('at most three times by one network on a link while the processor answers none of them', () => {
    const burst = Array.from({ length: 40 }, () => ({ link: 'link', address: ONE, startMs: 0, takesMs: MINUTE }))

    expect(declinedInFirstMinute(burst)).toBe(3)
  })
})

type Payer = {
  readonly startMs: number
  readonly takesMs: number
  readonly thinksMs: number
  readonly isDeclinedOnce: boolean
}

/** The longest time that one of the payers behind one address waits in all, over all of their attempts. */
function longestWaitSeconds(payers: readonly Payer[]): number {
  const { attempt, plan, run } = simulation()
  const waited = payers.map(() => 0)
  let paid = 0
  for (const [index, { startMs, takesMs, thinksMs, isDeclinedOnce }] of payers.entries()) {
    const pay = (ms: number, isDeclined: boolean): void =>
      attempt(ms, { link: `link ${index}`, address: ONE, isDeclined, takesMs }, (doneAt, answer) => {
        if ('waitMs' in answer) {
          waited[index] = (waited[index] ?? 0) + answer.waitMs
          plan(doneAt + answer.waitMs, (later) => pay(later, isDeclined))
        } else if (answer.isDeclined) plan(doneAt + thinksMs, (later) => pay(later, false))
        else paid += 1
      })
    plan(startMs, (ms) => pay(ms, isDeclinedOnce))
  }
  run(Infinity)
  expect(paid).toBe(payers.length)
  return Math.max(...waited) / 1000
}

describe('of 200 honest payers behind one address within ten minutes, a tenth declined once,', () => {
  const evenly = (isDeclinedOnce: (index: number) => boolean) =>
    Array.from({ length: 200 }, (_, index) => ({
      ...{ startMs: index * 3_000, takesMs: 1_500, thinksMs: 15_000, isDeclinedOnce: isDeclinedOnce(index) },
    }))

  test.each([
    ['every tenth', (index: number) => index % 10 === 0],
    ['the first twenty', (index: number) => index < 20],
    ['the last twenty', (index: number) => index >= 180],
  ])('nobody waits if %s are declined', (_, isDeclined) => {
    expect(longestWaitSeconds(evenly(isDeclined))).toBe(0)
  })

  test('nobody waits for more than half a minute in all, whenever they come', () => {
    const payer = fc.record({
      startMs: fc.nat(600_000),
      takesMs: fc.integer({ min: 200, max: 6_000 }),
      thinksMs: fc.integer({ min: 3_000, max: 40_000 }),
    })
    // Without bias they come at any time alike; with it, nearly all come at the same moment.
    const everybody = fc.noShrink(fc.noBias(fc.array(payer, { minLength: 200, maxLength: 200, size: 'max' })))
    fc.assert(
      fc.property(everybody, (payers) => {
        const all = payers.map((one, index) => ({ ...one, isDeclinedOnce: index % 10 === 0 }))

        expect(longestWaitSeconds(all)).toBeLessThanOrEqual(30)
      }),
      { seed, numRuns: 15 },
    )
  })
})
