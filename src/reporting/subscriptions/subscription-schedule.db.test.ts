import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { reportingClients } from '../../../test/support/http/reporting-clients.ts'
import { subscriptionClients } from '../../../test/support/http/subscription-clients.ts'
import { documentedContract } from '../../../test/support/references/documented-contract.ts'
import { settableClock } from '../../../test/support/run/settable-clock.ts'
import { runSubscription } from './run-subscription.ts'
import { findSubscription } from './subscription-store.ts'

const NAMED = '/reporting/v3/report-subscriptions/{reportName}'
const SCHEDULE = `${NAMED}/schedule`

type ShownRun = Readonly<Record<string, string>> & { readonly movedBy: readonly string[] }

const app = await startApp({ clock: settableClock('2026-03-10T10:00:00Z'), with: [reportingClients] })
let contract: Awaited<ReturnType<typeof documentedContract>>
let another: ReturnType<typeof subscriptionClients>
beforeAll(async () => {
  contract = await documentedContract(app.url)
  another = subscriptionClients(app)
})
beforeEach(() => app.clock.set('2026-03-25T10:00:00Z'))

type Client = Awaited<ReturnType<typeof another>>

async function idOf({ organizationId }: Client): Promise<string> {
  const subscription = await findSubscription(app.database.db, organizationId, 'My subscription')
  if (subscription === undefined) throw new Error('There is no such subscription.')
  return subscription.subscriptionId
}

/** Runs the subscription as a scheduler does; it may have been deleted by then. */
async function run(client: Client, subscriptionId?: string): Promise<void> {
  const { organizationId } = client
  const deps = { db: app.database, clock: app.clock, missedPeriodsMax: 400 }
  const id = subscriptionId ?? (await idOf(client))
  await runSubscription(deps, { organizationId, subscriptionId: id })
}

/** The periods of its reports, oldest first. */
async function periodsOf({ askReports }: Client): Promise<readonly (readonly string[])[]> {
  const window = 'startTime=2026-01-01T00:00:00Z&endTime=2028-01-01T00:00:00Z'
  const { status, body } = await askReports('GET', `?${window}&timeQueryType=reportTimeFrame`)
  if (status === 404) return []
  return body.reportSearchResults
    .map(({ reportStartTime, reportEndTime }: ShownRun) => [reportStartTime, reportEndTime])
    .toReversed()
}

async function runsOf({ schedule }: Client): Promise<readonly ShownRun[]> {
  const response = await schedule()
  expect(response.status).toBe(200)
  expect(contract.answerProblems('GET', SCHEDULE, response)).toEqual([])
  return response.body.nextRunTimes
}

const movedOnes = (runs: readonly ShownRun[]) =>
  runs.filter(({ movedBy }) => movedBy.length > 0).map(({ localRunTime, movedBy }) => [localRunTime, ...movedBy])

describe('a schedule', () => {
  test('a schedule shows ten runs, in local time and UTC, and marks the run moved by daylight saving', async () => {
    const client = await another()
    const { body } = await client.put({ startTime: '0230' })

    const runs = await runsOf(client)

    expect(runs).toHaveLength(10)
    expect(runs[0]).toEqual({
      runTime: '2026-03-26T01:30:00Z',
      localRunTime: '2026-03-26T02:30:00+01:00',
      reportStartTime: '2026-03-25T02:30:00+01:00',
      reportEndTime: '2026-03-26T02:30:00+01:00',
      movedBy: [],
    })
    expect(runs[3]).toEqual({
      runTime: '2026-03-29T01:00:00Z',
      localRunTime: '2026-03-29T03:00:00+02:00',
      reportStartTime: '2026-03-28T02:30:00+01:00',
      reportEndTime: '2026-03-29T03:00:00+02:00',
      movedBy: ['DAYLIGHT_SAVING'],
    })
    expect(runs[4]?.['runTime']).toBe('2026-03-30T00:30:00Z')
    expect(movedOnes(runs)).toHaveLength(1)
    expect(runs[0]?.['runTime']).toBe(body.nextRunTime)
  })

  test('a run at a time that occurs twice takes the first one and is not marked as moved', async () => {
    app.clock.set('2026-10-24T10:00:00Z')
    const client = await another()
    await client.put({ startTime: '0230' })

    const runs = await runsOf(client)

    expect(runs[0]).toMatchObject({
      runTime: '2026-10-25T00:30:00Z',
      localRunTime: '2026-10-25T02:30:00+02:00',
    })
    expect(runs[1]?.['runTime']).toBe('2026-10-26T01:30:00Z')
    expect(movedOnes(runs)).toEqual([])
  })

  test('a schedule marks the months that are too short', async () => {
    const client = await another()
    await client.put({ reportFrequency: 'MONTHLY', startDay: 31 })

    const runs = await runsOf(client)

    expect(runs.map(({ localRunTime }) => localRunTime?.slice(5, 10))).toEqual([
      ...['03-31', '04-30', '05-31', '06-30', '07-31', '08-31', '09-30', '10-31', '11-30', '12-31'],
    ])
    expect(movedOnes(runs)).toEqual([
      ['2026-04-30T00:00:00+02:00', 'MONTH_END'],
      ['2026-06-30T00:00:00+02:00', 'MONTH_END'],
      ['2026-09-30T00:00:00+02:00', 'MONTH_END'],
      ['2026-11-30T00:00:00+01:00', 'MONTH_END'],
    ])
  })

  test.each([
    { startTime: '0230', timezone: 'Australia/Lord_Howe' },
    { reportFrequency: 'WEEKLY', startDay: 1, startTime: '0230' },
    { reportFrequency: 'MONTHLY', startDay: 30, timezone: 'America/St_Johns' },
    { reportFrequency: 'USER_DEFINED', reportInterval: 'PT23H59M', startTime: '2345' },
  ])('the schedule of %j matches the reports that are ordered', async (changes) => {
    const client = await another()
    await client.put(changes)
    const runs = await runsOf(client)

    for (const { runTime } of runs) {
      app.clock.set(
        Temporal.Instant.from(runTime ?? '')
          .subtract({ milliseconds: 1 })
          .toString(),
      )
      await run(client)
      app.clock.set(runTime ?? '')
      await run(client)
    }

    expect(await periodsOf(client)).toEqual(
      runs.map(({ reportStartTime, reportEndTime }) => [reportStartTime, reportEndTime]),
    )
  })

  test('a schedule continues after an edit where the last period ended', async () => {
    const client = await another()
    await client.put()
    app.clock.set('2026-03-27T10:00:00Z')
    await client.put({ reportFrequency: 'WEEKLY', startDay: 1 })

    const [first] = await runsOf(client)

    // The edit orders the periods that were due under the old rule.
    expect(await periodsOf(client)).toEqual([
      ['2026-03-25T00:00:00+01:00', '2026-03-26T00:00:00+01:00'],
      ['2026-03-26T00:00:00+01:00', '2026-03-27T00:00:00+01:00'],
    ])
    expect(first).toMatchObject({
      reportStartTime: '2026-03-27T00:00:00+01:00',
      reportEndTime: '2026-03-29T00:00:00+01:00',
    })
  })
})

describe('a pause', () => {
  test('a pause orders the due reports and ends the runs', async () => {
    const client = await another()
    await client.put()
    app.clock.set('2026-03-26T10:00:00Z')

    const paused = await client.pause()
    app.clock.set('2026-03-30T10:00:00Z')
    await run(client)

    expect(paused.status).toBe(200)
    expect(contract.answerProblems('POST', `${NAMED}/pause`, paused)).toEqual([])
    expect(paused.body.subscriptionStatus).toBe('INACTIVE')
    expect(paused.body).not.toHaveProperty('nextRunTime')
    expect((await client.get()).text).toBe(paused.text)
    expect(await runsOf(client)).toEqual([])
    expect(await periodsOf(client)).toHaveLength(1)
  })

  test('a pause skips a span that the subscription shows afterwards', async () => {
    const client = await another()
    await client.put()
    app.clock.set('2026-03-26T10:00:00Z')
    await client.pause()
    app.clock.set('2026-03-30T10:00:00Z')

    const resumed = await client.resume()

    expect(resumed.status).toBe(200)
    expect(contract.answerProblems('POST', `${NAMED}/resume`, resumed)).toEqual([])
    expect(resumed.body).toMatchObject({
      subscriptionStatus: 'ACTIVE',
      nextRunTime: '2026-03-30T22:00:00Z',
      skippedPeriods: [
        {
          startTime: '2026-03-26T00:00:00+01:00',
          endTime: '2026-03-30T00:00:00+02:00',
          reason: 'PAUSED',
        },
      ],
    })
    app.clock.set('2026-03-30T22:00:00Z')
    await run(client)
    expect((await periodsOf(client)).at(-1)).toEqual(['2026-03-30T00:00:00+02:00', '2026-03-31T00:00:00+02:00'])
  })

  test('a pause that ends within a period skips nothing', async () => {
    const client = await another()
    await client.put()
    app.clock.set('2026-03-26T10:00:00Z')
    await client.pause()
    app.clock.set('2026-03-26T12:00:00Z')
    const { body } = await client.resume()

    expect([body.skippedPeriods, body.nextRunTime]).toEqual([[], '2026-03-26T23:00:00Z'])
  })

  test('a pause survives an edit, and a second pause changes nothing', async () => {
    const client = await another()
    await client.put()
    const paused = await client.pause()
    const again = await client.pause()
    const edited = await client.put({ startTime: '0500' })
    const resumed = await client.resume()
    const resumedAgain = await client.resume()

    expect([again.status, again.text]).toEqual([200, paused.text])
    expect(edited.body.subscriptionStatus).toBe('INACTIVE')
    expect(resumed.body).toMatchObject({ startTime: '0500', nextRunTime: '2026-03-26T04:00:00Z' })
    expect([resumedAgain.status, resumedAgain.text]).toEqual([200, resumed.text])
  })

  test('a pause that is repeated with its Idempotency-Key gets its first response', async () => {
    const client = await another()
    await client.put()
    const asked = { headers: { 'idempotency-key': 'pause' } }
    const paused = await client.ask('POST', '/My%20subscription/pause', asked)
    await client.resume()
    const again = await client.ask('POST', '/My%20subscription/pause', asked)

    expect([again.status, again.text]).toEqual([200, paused.text])
    expect((await client.get()).body.subscriptionStatus).toBe('ACTIVE')
  })
})

test('a deleted subscription keeps its reports and orders no more', async () => {
  const client = await another()
  await client.put()
  const subscriptionId = await idOf(client)
  app.clock.set('2026-03-26T10:00:00Z')
  await run(client)
  await client.remove()
  app.clock.set('2026-03-28T10:00:00Z')
  await run(client, subscriptionId)

  expect(await periodsOf(client)).toEqual([['2026-03-25T00:00:00+01:00', '2026-03-26T00:00:00+01:00']])
})
