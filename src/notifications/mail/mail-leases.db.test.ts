import { beforeEach, expect, test } from 'vitest'
import { headerOf } from '../../../test/support/mail/mail-receiver.ts'
import { outgoingMails } from '../../../test/support/mail/outgoing-mails.ts'
import { eventually } from '../../../test/support/run/eventually.ts'
import { newId } from '../../platform/secrets/random.ts'
import { leaseMails } from './lease-store.ts'
import { MailDispatcher } from './mail-dispatcher.ts'
import { MAIL_CONNECTIONS_MAX } from './mail-server.ts'
import type { MailKey } from './outbox-store.ts'

const mails = await outgoingMails()
const { database, receiver, delivery, write, deliverDue, stateOf, onAgenda, isAnyDue } = mails
beforeEach(mails.clear)

/** Leases due mails as a node that dies before it stores anything. */
async function leaseElsewhere(leaseMs: number) {
  const rate = { perHour: 1_000, after: '' }
  const leases = { nodeId: newId(), leaseMs, limit: 10, domain: 'quittance.example', held: [], ...rate }
  return (await leaseMails(database.db, leases)).mails
}

async function leaseOf({ mailId }: MailKey) {
  const { rows } = await database.pool.query(
    `select leased_by as "leasedBy", leased_until as "leasedUntil" from mail_outbox where mail_id = $1`,
    [mailId],
  )
  return rows[0]
}

test('a mail that another node has leased is sent when the lease has ended, under the same Message-ID', async () => {
  const key = await write()
  const leased = await leaseElsewhere(3_600_000)
  const other = await write({ recipient: { name: undefined, address: 'other@example.org' } })
  const dispatcher = new MailDispatcher(delivery())
  await eventually(async () => (await stateOf(other)).state === 'sent')

  expect(receiver.received.map(({ to }) => to[0])).toEqual(['other@example.org'])
  expect(await isAnyDue()).toBe(true)
  await database.pool.query(`update mail_outbox set leased_until = now() where mail_id = $1`, [key.mailId])
  dispatcher.wake()
  await eventually(async () => !(await isAnyDue()))
  await dispatcher.stop()

  expect(receiver.received.slice(1).map((mail) => headerOf(mail, 'Message-ID'))).toEqual([leased[0]?.messageId])
  expect(await stateOf(key)).toEqual({ state: 'sent', attempts: 2, reason: null })
  expect(await leaseOf(key)).toEqual({ leasedBy: null, leasedUntil: null })
})

test('a lease is renewed while the server is slow', async () => {
  const answer = Promise.withResolvers<void>()
  receiver.beforeAnswer(() => answer.promise)
  const key = await write()
  const dispatcher = new MailDispatcher(delivery({ leaseMs: 1_500 }))
  await eventually(async () => receiver.received.length === 1)
  const { leasedBy, leasedUntil } = await leaseOf(key)
  await eventually(async () => Temporal.Instant.compare((await leaseOf(key)).leasedUntil, leasedUntil) > 0)

  expect((await leaseOf(key)).leasedBy).toBe(leasedBy)
  answer.resolve()
  receiver.beforeAnswer(async () => {})
  await eventually(async () => !(await isAnyDue()))
  await dispatcher.stop()

  expect(receiver.received).toHaveLength(1)
  expect(await stateOf(key)).toMatchObject({ state: 'sent', attempts: 1 })
})

test('a node that has lost its lease can only record that the mail was accepted', async () => {
  receiver.refuse('lost-lease@example.org', { at: 'data', answer: '450 4.3.0 later' }, 1)
  const answer = Promise.withResolvers<void>()
  receiver.beforeAnswer(() => answer.promise)
  const recipient = { name: undefined, address: 'lost-lease@example.org' }
  const [deferred, accepted] = [await write({ recipient }), await write()]
  const dispatcher = new MailDispatcher(delivery({ leaseMs: 3_600_000 }))
  await eventually(async () => receiver.asked('lost-lease@example.org') === 1 && receiver.received.length === 1)
  const nodeId = newId()
  await database.pool.query(`update mail_outbox set leased_by = $1`, [nodeId])
  answer.resolve()
  receiver.beforeAnswer(async () => {})
  await eventually(async () => (await stateOf(accepted)).state === 'sent')
  await dispatcher.stop()

  expect(await stateOf(deferred)).toEqual({ state: 'waiting', attempts: 1, reason: null })
  expect((await leaseOf(deferred)).leasedBy).toBe(nodeId)
  expect(await onAgenda()).toEqual([])
})

test('mails of a dead node are leased one at a time, and one that kills every node is given up', async () => {
  const [fatal, harmless] = [await write(), await write()]
  await leaseElsewhere(0)
  await database.pool.query(`update mail_outbox set attempts = 9 where mail_id = $1`, [fatal.mailId])

  const [first] = [await leaseElsewhere(3_600_000), await leaseElsewhere(3_600_000)]
  await database.pool.query(`update mail_outbox set leased_until = now()`)
  await deliverDue(delivery())

  expect(first.map(({ mailId }) => mailId)).toEqual([harmless.mailId])
  expect(await stateOf(harmless)).toMatchObject({ state: 'sent', attempts: 3 })
  expect(await stateOf(fatal)).toMatchObject({ state: 'dead', reason: 'The service ended during the last attempt.' })
  expect(receiver.received).toHaveLength(1)
})

test('a stop releases mails that have not started, and lets others finish', async () => {
  const answer = Promise.withResolvers<void>()
  receiver.beforeAnswer(() => answer.promise)
  for (let count = 0; count < MAIL_CONNECTIONS_MAX + 3; count += 1) await write()
  const dispatcher = new MailDispatcher(delivery())
  await eventually(async () => receiver.received.length === MAIL_CONNECTIONS_MAX)
  const stopped = dispatcher.stop()
  answer.resolve()
  receiver.beforeAnswer(async () => {})
  await stopped

  const { rows } = await database.pool.query(
    `select state, attempts, leased_by is null as "isFree", count(*)::int from mail_outbox group by 1, 2, 3 order by 1`,
  )
  expect(rows).toEqual([
    { state: 'sent', attempts: 1, isFree: true, count: MAIL_CONNECTIONS_MAX },
    { state: 'waiting', attempts: 0, isFree: true, count: 3 },
  ])
})

test('two nodes deliver every mail once', async () => {
  const count = 200
  await Promise.all(Array.from({ length: count }, (_, index) => write({ cause: `two nodes ${index}` })))
  const nodes = [1, 2].map(() => new MailDispatcher(delivery()))
  await eventually(async () => !(await isAnyDue()))
  for (const node of nodes) await node.stop()

  const ids = receiver.received.map((mail) => headerOf(mail, 'Message-ID'))
  expect(new Set(ids).size).toBe(count)
  expect(ids).toHaveLength(count)
})
