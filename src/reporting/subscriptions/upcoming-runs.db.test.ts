import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { aSubscriber, askedSchedule, orderedReports } from '../../../test/support/data/subscriptions.ts'
import { aDatabase } from '../../../test/support/processes/queue-node.ts'
import { scheduleRules } from '../../../test/support/random/schedule-rules.ts'
import { settableClock } from '../../../test/support/run/settable-clock.ts'
import { isLongRun, seed } from '../../../test/support/run/test-run.ts'
import type { Database } from '../../platform/postgres/database.ts'
import type { Period } from '../reports/report.ts'
import { presentSchedule } from './present.ts'
import { upcomingRuns } from './schedule.ts'
import type { Subscription } from './subscription.ts'

/** Few, so that many runs go beyond them. */
const MISSED_MAX = 12
const SHOWN = 10
const HOUR = 60
const DAY = 24 * HOUR

let database: Database
beforeAll(async () => {
  database = (await aDatabase()).database
})

const clockMoves = fc.oneof(
  fc.integer({ min: 0, max: 3 * DAY }),
  fc.integer({ min: -2 * DAY, max: 2 * DAY }),
  fc.integer({ min: -5 * DAY, max: 90 * DAY }),
)

const steps = fc.record({
  /** The clock is moved first; nothing reads the schedule until the step is taken. */
  minutes: clockMoves,
  act: fc.oneof(
    { weight: 4, arbitrary: fc.record({ type: fc.constant('run' as const) }) },
    {
      weight: 2,
      arbitrary: fc.record({ type: fc.constant('edit' as const), rule: scheduleRules }),
    },
    fc.record({ type: fc.constant('pause' as const) }),
    fc.record({ type: fc.constant('resume' as const) }),
  ),
})

test('the previewed runs of a subscription are ordered, and periods follow each other without gap or overlap', async () => {
  let [ordered, skipped] = [0, 0]
  await fc.assert(
    fc.asyncProperty(
      scheduleRules,
      fc.integer({ min: 0, max: 365 * DAY }),
      fc.array(steps, { maxLength: 12 }),
      async (rule, beginMinutes, happening) => {
        const life = await aLife(rule, beginMinutes)

        for (const step of happening) await life.happen(step)
        await life.happen({ minutes: 35 * DAY, act: { type: 'run' } })

        const spans = await life.spans()
        expectTiled(spans.all)
        ordered += spans.reports.length
        skipped += spans.skipped.length
      },
    ),
    { seed, numRuns: isLongRun ? 1_500 : 20 },
  )
  // Otherwise the test would prove nothing.
  expect(ordered).toBeGreaterThan(0)
  expect(skipped).toBeGreaterThan(0)
})

type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never
type Rule = typeof scheduleRules extends fc.Arbitrary<infer T> ? T : never

/** A subscription from its creation on; every run is compared with the preview before it. */
async function aLife(rule: Rule, beginMinutes: number) {
  const clock = settableClock('2026-01-01T00:00:00Z')
  const move = (minutes: number): void => clock.set(clock.now().add({ minutes }).toString())
  move(beginMinutes)
  const shop = await aSubscriber({ database, clock, missedPeriodsMax: MISSED_MAX })
  const subscription = await shop.put(askedSchedule(rule))
  const reports = () => orderedReports(database, shop.organizationId)
  /** Takes the step; true if it orders the due reports. */
  const take = async ({ act }: Step): Promise<boolean> => {
    switch (act.type) {
      case 'run':
        await Promise.all([shop.run(subscription), shop.run(subscription)])
        return true
      case 'edit':
        return shop.edit(askedSchedule(act.rule))
      case 'pause':
        await shop.pause()
        return true
      case 'resume':
        await shop.resume()
        return false
    }
  }
  return {
    happen: async (step: Step): Promise<void> => {
      const [before, ordered] = [await shop.stored(), await reports()]
      move(step.minutes)
      const isLookedAt = await take(step)
      const after = await shop.stored()
      const added = (await reports()).slice(ordered.length)
      if (isLookedAt) expectPreviewed({ before, after, added, now: clock.now() })
      else expect(added).toEqual([])
    },
    spans: async () => {
      const { skipped } = await shop.stored()
      const made = await reports()
      const all = [...made, ...skipped].sort((one, other) => Temporal.Instant.compare(one.startsAt, other.startsAt))
      const byEnd = [...made].sort((one, other) => Temporal.Instant.compare(one.endsAt, other.endsAt))
      expect(made).toEqual(byEnd)
      return { reports: made, skipped, all }
    },
  }
}

type Happened = {
  readonly before: Subscription
  readonly after: Subscription
  readonly added: readonly Period[]
  readonly now: Temporal.Instant
}

/** Expects the previewed runs up to now, and no others; of too many the newest, and the others count as skipped. */
function expectPreviewed({ before, after, added, now }: Happened): void {
  const shown = presentSchedule(before).nextRunTimes
  if (before.pausedAt !== undefined) {
    expect(shown).toEqual([])
    expect(added).toEqual([])
    return
  }
  const previewed = upcomingRuns(before.schedule, MISSED_MAX + 1)
  expect(shown.map(shownPeriod)).toEqual(previewed.slice(0, SHOWN).map(({ period }) => periodText(period)))
  const due = previewed.filter(({ at }) => Temporal.Instant.compare(at, now) <= 0)
  if (due.length <= MISSED_MAX) {
    expect(added.map(periodText)).toEqual(due.map(({ period }) => periodText(period)))
    return
  }
  expect(added).toHaveLength(MISSED_MAX)
  const span = after.skipped.at(-1)
  expect(span?.reason).toBe('TOO_MANY_MISSED')
  expect(span?.startsAt).toEqual(previewed[0]?.period.startsAt)
  expect(span?.endsAt).toEqual(added[0]?.startsAt)
}

function expectTiled(spans: readonly Period[]): void {
  for (const [index, { startsAt, endsAt }] of spans.entries()) {
    expect(Temporal.Instant.compare(startsAt, endsAt)).toBe(-1)
    const next = spans[index + 1]
    if (next !== undefined) expect(next.startsAt).toEqual(endsAt)
  }
}

const periodText = ({ startsAt, endsAt }: Period): string => `${startsAt} ${endsAt}`

function shownPeriod(run: ReturnType<typeof presentSchedule>['nextRunTimes'][number]): string {
  // The report is made when its period has ended.
  expect(Temporal.Instant.from(run.runTime)).toEqual(Temporal.Instant.from(run.reportEndTime))
  expect(Temporal.Instant.from(run.runTime)).toEqual(Temporal.Instant.from(run.localRunTime))
  const [startsAt, endsAt] = [run.reportStartTime, run.reportEndTime]
  return periodText({ startsAt: Temporal.Instant.from(startsAt), endsAt: Temporal.Instant.from(endsAt) })
}
