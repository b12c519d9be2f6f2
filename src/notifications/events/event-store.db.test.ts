import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { fileResources } from '../../../test/support/run/file-resources.ts'
import { createTestDatabase } from '../../../test/support/stores/test-database.ts'
import { saveClockState, UNMOVED } from '../../platform/clock/clock-state-store.ts'
import { Database } from '../../platform/postgres/database.ts'
import { writeTogether } from '../../platform/postgres/write-together.ts'
import { newId } from '../../platform/secrets/random.ts'
import { EVENTS_CHANNEL, eventWrite } from './event-store.ts'

const event = {
  organizationId: 'shop',
  occurredAt: Temporal.Instant.from('2026-03-09T10:00:00Z'),
  subject: 'invoice:1',
  payload: {},
}

let database: Database
beforeAll(async () => {
  database = new Database(await createTestDatabase(), pino({ level: 'silent' }))
  fileResources.defer(() => database.close())
  await anOrganization({ database }, 'shop')
})

test('events are numbered in the order of writing, even two in one statement', async () => {
  const types = ['invoice.paid', 'payment.approved', 'invoice.canceled']

  await database.transaction(async (tx) => {
    await writeTogether(
      tx,
      types.slice(0, 2).map((type) => eventWrite({ ...event, type })),
    )
    await writeTogether(tx, [eventWrite({ ...event, type: 'invoice.canceled' })])
  })

  const { rows } = await database.pool.query(
    'select event_type as type, fan_out as state, waits_until as until from events order by position',
  )
  expect(rows).toEqual(types.map((type) => ({ type, state: 'waiting', until: null })))
})

test('an event waits for the hand-over of its mail, for five seconds at most', async () => {
  const mailId = newId()

  await database.transaction((tx) =>
    writeTogether(tx, [eventWrite({ ...event, type: 'invoice.sent' }, { waitsForMail: mailId })]),
  )

  const { rows } = await database.pool.query(
    `select waits_until > clock_timestamp() as "isWaiting", waits_until <= clock_timestamp() + interval '5 s' as "isSoon"
     from events where waits_for_mail = $1`,
    [mailId],
  )
  expect(rows).toEqual([{ isWaiting: true, isSoon: true }])
})

test('without a webhook, an event is announced only to a clock that waits for its fan-out', async () => {
  const standingAt = Temporal.Instant.from('2026-03-09T10:00:00Z')
  const moving = { offsetMs: 0, standingAt, targetAt: standingAt.add({ hours: 1 }) }
  const announced: (string | undefined)[] = []
  const listener = await database.pool.connect()
  listener.on('notification', ({ channel }) => announced.push(channel))
  await listener.query(`listen ${EVENTS_CHANNEL}`)
  const writeEvent = () =>
    database.transaction((tx) => writeTogether(tx, [eventWrite({ ...event, type: 'invoice.paid' })]))

  await writeEvent()
  await listener.query('select 1')
  const whileRunning = announced.length
  await database.transaction((tx) => saveClockState(tx, moving))
  await writeEvent()
  await listener.query('select 1')
  await database.transaction((tx) => saveClockState(tx, UNMOVED))
  listener.release(true)

  expect([whileRunning, announced]).toEqual([0, [EVENTS_CHANNEL]])
})
