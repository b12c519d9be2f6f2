import { beforeEach, expect, test } from 'vitest'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { outgoingMails } from '../../../test/support/mail/outgoing-mails.ts'
import { newId } from '../../platform/secrets/random.ts'
import { listRates, setRate } from '../mail-rates/rate-store.ts'
import { leaseMails } from './lease-store.ts'
import { countOpenMails, listMails } from './listed-mail-store.ts'
import { findHandOver } from './outbox-store.ts'

const mails = await outgoingMails()
const { database, receiver, delivery, write, deliverDue, stateOf, isAnyDue, makeDue } = mails
await anOrganization({ database }, 'another')
beforeEach(mails.clear)

const several = (count: number, organizationId = 'shop') =>
  Promise.all(Array.from({ length: count }, () => write({ organizationId })))
/** The hours of all organizations are over. */
const passHour = () =>
  database.pool.query(`update mail_rates set started_at = started_at - interval '1 hour',
    full_until = full_until - interval '1 hour'`)

async function statesOf(organizationId: string): Promise<Readonly<Record<string, number>>> {
  const { rows } = await database.pool.query(
    'select state, count(*)::int from mail_outbox where organization_id = $1 group by state',
    [organizationId],
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

test('mails above the rate of an organization wait, visibly, and leave when its hour is over', async () => {
  await several(7)
  await several(2, 'another')

  await deliverDue(delivery({ mailsPerHour: 3 }))

  expect(await statesOf('shop')).toEqual({ sent: 3, waiting: 4 })
  expect(await statesOf('another')).toEqual({ sent: 2 })
  const waiting = await listMails(database.db, { state: 'waiting' }, { limit: 10 })
  const [rate] = await listRates(database.db, { organizationId: 'shop', limit: 1 })
  expect(rate).toMatchObject({ perHour: null, used: 3 })
  for (const mail of waiting) expect(mail).toMatchObject({ attempts: 0, waitsForRateUntil: rate?.fullUntil })
  expect(await countOpenMails(database)).toEqual({ parked: 0, waiting: 0, aboveRate: 4, dead: 0 })
  // Neither a moved clock nor a request waits for them.
  expect(await isAnyDue()).toBe(false)
  expect(await findHandOver(database.db, waiting[0] as { organizationId: string; mailId: string })).toBe('waiting')

  await passHour()
  await deliverDue(delivery({ mailsPerHour: 3 }))
  expect(await statesOf('shop')).toEqual({ sent: 6, waiting: 1 })
  await database.transaction((tx) => setRate(tx, { organizationId: 'shop', perHour: 4, usual: 3 }))
  await deliverDue(delivery({ mailsPerHour: 3 }))
  expect(await statesOf('shop')).toEqual({ sent: 7 })
})

test('organizations take turns: one with many mails does not delay those of another', async () => {
  await several(60)
  const [late] = await several(1, 'another')
  const lease = { nodeId: newId(), leaseMs: 60_000, domain: 'quittance.example', held: [], after: '' }

  const { mails: leased, after } = await leaseMails(database.db, { ...lease, limit: 10, perHour: 1_000 })

  expect(leased.map(({ mailId }) => mailId)).toContain(late?.mailId)
  expect(leased.filter(({ organizationId }) => organizationId === 'shop')).toHaveLength(5)
  expect(after).toBe('')
})

test('a mail that was not accepted does not count', async () => {
  receiver.refuse('later@example.org', { at: 'recipient', answer: '450 4.7.1 later' }, 1)
  receiver.refuse('nobody@example.org', { at: 'recipient', answer: '550 5.1.1 no such user' })
  const later = await write({ recipient: { name: undefined, address: 'later@example.org' } })
  await write({ recipient: { name: undefined, address: 'nobody@example.org' } })

  await deliverDue(delivery({ mailsPerHour: 2 }))
  await makeDue(later)
  await several(1)
  await deliverDue(delivery({ mailsPerHour: 2 }))

  expect(await stateOf(later)).toMatchObject({ state: 'sent' })
  expect(await statesOf('shop')).toEqual({ refused: 1, sent: 2 })
})

test('a sandbox without a mail server has no rate: its mails stay in the inbox', async () => {
  await several(4)

  await deliverDue(delivery({ isSandbox: true, mailServer: undefined, mailsPerHour: 1 }))

  expect(await statesOf('shop')).toEqual({ sent: 4 })
})
