import { beforeAll, describe, expect, test } from 'vitest'
import { startOutboxLoading, untilRecordsLoaded } from '../../src/records/index.ts'
import { startApp } from '../support/apps/app.ts'
import { startHttpApp } from '../support/apps/http-app.ts'
import { silentLog } from '../support/processes/queue-node.ts'
import { fileResources } from '../support/run/file-resources.ts'
import { settableClock } from '../support/run/settable-clock.ts'
import { changedTables, contentHashes, KEY_TABLES } from './content-hashes.ts'
import { declaredOr, withCountedStatements } from './counted-statements.ts'
import { askAllowed, askRefused, askWithOneKey, changeAsOwner, Things, type World } from './matrix.ts'
import { createKeys, createParties, suspendParties } from './parties.ts'
import { createPeople } from './people.ts'
import { rowProblems, withRouteTable } from './route-table.ts'
import { isReading, methodOf, type Row, titleOf } from './row.ts'
import { ROWS } from './rows/all-rows.ts'
import { recordEverything } from './rows/on-demand-rows.ts'
import { STATEMENTS } from './statements.ts'

const { started: app, routes } = await withRouteTable(() =>
  withCountedStatements(() =>
    startApp({
      hasEngine: true,
      isSandbox: true,
      clock: settableClock('2026-04-10T10:00:00Z'),
      environment: {
        QUITTANCE_SUBSCRIPTIONS_MAX: '1000',
        QUITTANCE_RATE_LIMIT: '0',
        QUITTANCE_WEBHOOK_KEY_REQUIRED: 'false',
        QUITTANCE_SECURITY_CONTACT: 'security@example.com',
      },
    }),
  ),
)
const world = await aWorld()
const registered = new Set(routes.map(({ route }) => route))
/** Every GET route also answers HEAD. */
const rows = ROWS.flatMap((row): readonly Row[] => {
  const head = { ...row, route: row.route.replace(/^GET /, 'HEAD ') }
  return methodOf(row) === 'GET' && registered.has(head.route) ? [row, head] : [row]
})

async function aWorld(): Promise<World> {
  const parties = await createParties(app)
  const keys = await createKeys(app)
  const people = await createPeople(app)
  const things = new Things()
  loadOutbox()
  const all = Object.values(parties)
  await recordEverything(
    app,
    all.filter(({ type }) => type === 'merchant'),
  )
  await things.makeAll(
    app,
    ROWS.flatMap(({ thing }) => thing ?? []),
    all,
  )
  await suspendParties(app)
  await untilLoaded()
  return { app, parties, keys, people, things, counted: new Map(), untilLoaded }
}

/** Payments write records, which reach the record store as in a running service. */
function loadOutbox(): void {
  const loader = startOutboxLoading({ ...app.stores, clock: app.clock, log: silentLog, everyMs: 200 })
  fileResources.defer(() => loader.stop())
}

async function untilLoaded(): Promise<void> {
  const before = app.clock.now().add({ seconds: 1 })
  if (!(await untilRecordsLoaded(app.database, { before, withinMs: 30_000 }))) throw new Error('The outbox stays full.')
}

describe('every route has its row', () => {
  test('every route of the running service has a row', () => {
    expect(rowProblems(routes, ROWS)).toEqual([])
  })

  test('a new route without a row is found', async () => {
    const extra = async (api: { get: (path: string, handler: () => Promise<object>) => unknown }) => {
      api.get('/reporting/v3/everything', async () => ({}))
    }
    const { started, routes: more } = await withRouteTable(() => startHttpApp({ routes: [extra as never] }))
    await started.app.close()

    expect(rowProblems([...routes, ...more], ROWS)).toEqual([
      'GET /reporting/v3/everything has no row: add one to test/isolation/rows',
      'HEAD /reporting/v3/everything has no row: add one to test/isolation/rows',
    ])
  })
})

/** They request things of others, but no one requests theirs. */
const strangers = [world.parties.sister, world.parties.foreign, world.parties.rival]
const titled = rows.map((row) => [titleOf(row), row] as const)

describe('requests that are not allowed', () => {
  /** It is refused where it does not name its merchant, and a key of its own remembers that. */
  const { account } = world.parties
  const owners = Object.values(world.parties).filter((party) => !strangers.includes(party) && party !== account)
  const hashes = () => Promise.all([contentHashes(app), contentHashes(app, owners), contentHashes(app, [account])])
  const before = hashes()

  test.each(titled)('%s refuses callers without access and leaks nothing', async (_, row) => {
    const { expected, happened, leaks } = await askRefused(world, row)

    expect(happened).toEqual(expected)
    expect(leaks).toEqual([])
  })

  test('refused requests change nothing', async () => {
    const left = new Set(ROWS.flatMap(({ refusalTables = [] }) => refusalTables))
    const [all, ofOwners, ofAccount] = await before
    const [allNow, ofOwnersNow, ofAccountNow] = await hashes()

    expect(changedTables(all, allNow).filter((table) => !left.has(table))).toEqual([])
    expect(changedTables(ofOwners, ofOwnersNow)).toEqual([])
    expect(changedTables(ofAccount, ofAccountNow).filter((table) => !KEY_TABLES.includes(table))).toEqual([])
  })
})

describe('requests that are allowed', () => {
  let before: Awaited<ReturnType<typeof contentHashes>>
  beforeAll(async () => {
    before = await contentHashes(app, strangers)
  })

  test.each(titled)('%s responds to callers with access and leaks nothing about others', async (_, row) => {
    const { expected, happened, leaks } = await askAllowed(world, row)

    expect(happened).toEqual(expected)
    expect(leaks).toEqual([])
  })

  test('allowed requests change nothing of other organizations', async () => {
    expect(changedTables(before, await contentHashes(app, strangers))).toEqual([])
  })
})

describe('the audit trail names the person', () => {
  const writes = titled.filter(([, row]) => !isReading(row) && row.scope !== 'public' && row.people !== 'about')

  test.each(writes)('of %s', async (_, row) => {
    const { response, owner, actors } = await changeAsOwner(world, row)

    expect(response.status, response.text).toBe(row.answers ?? 200)
    expect(actors).toEqual(actors.map(() => owner))
    expect(actors.length === 0).toBe(row.hasNoAudit ?? false)
  })
})

describe('an Idempotency-Key belongs to its organization', () => {
  const hasKeys = ({ scope, people }: Row): boolean => scope !== 'public' && people === undefined
  const written = titled.filter(([, row]) => ['POST', 'PUT'].includes(methodOf(row)) && hasKeys(row))

  test.each(written)('%s', async (_, row) => {
    const { first, repeated, sibling } = await askWithOneKey(world, row)

    expect(first.status).toBe(row.answers ?? 200)
    expect(repeated.headers['idempotency-replayed']).toBe('true')
    expect(sibling.headers['idempotency-replayed']).toBeUndefined()
    expect(sibling.text).not.toBe(first.text)
  })
})

test('every route takes the statements and transactions that it declares', () => {
  const counted = [...world.counted].map(([title, count]) => [title, declaredOr(count, STATEMENTS[title])])

  expect(Object.fromEntries(counted)).toEqual(STATEMENTS)
})
