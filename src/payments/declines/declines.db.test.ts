import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BASE_URL, startApp } from '../../../test/support/apps/app.ts'
import { aCard, aPayableInvoice, payAs, paymentDeps, withProcessor } from '../../../test/support/data/payments.ts'
import { type Client, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { METHODS } from '../port/port.ts'
import type { Processor } from '../port/processor.ts'
import { sandboxProcessor } from '../processors/sandbox/sandbox-processor.ts'
import type { TooManyAttempts } from './admit-attempt.ts'
import { pruneDeclines } from './decline-store.ts'
import { pruneNetworks } from './network-store.ts'

const app = await startApp({ with: [invoicingClients] })
const deps = paymentDeps(app)
const { db } = app.database
let shop: Client
let homes = 0
/** Another one in every test, because its declines count on all links. */
let HOME = ''
beforeEach(() => {
  homes += 1
  HOME = `10.0.${homes}.1`
})
beforeAll(async () => {
  shop = await app.merchant('shop')
})
const invoice = () => aPayableInvoice(shop, '100.00')
const decline = (id: string, address: string = HOME, requestKey?: string) =>
  payAs(deps, id, '1.00', { source: aCard('4000000000000002'), address, ...(requestKey && { requestKey }) })
const approve = (id: string, address: string = HOME) => payAs(deps, id, '1.00', { address })
const tooMany = (message: RegExp) => ({
  ...{ kind: 'rate-limited', code: 'TOO_MANY_DECLINES', message: expect.stringMatching(message) },
})

/** A processor that answers nobody before `answer` is called. */
function hangingProcessor() {
  const { promise: told, resolve: answer } = Promise.withResolvers<void>()
  const arrivals = Array.from({ length: 50 }, () => Promise.withResolvers<void>())
  let calls = 0
  const processor: Processor = {
    ...deps.processor,
    authorize: async (call, signal) => {
      calls += 1
      arrivals[calls]?.resolve()
      await told
      return deps.processor.authorize(call, signal)
    },
  }
  /** Resolves when this many charges have arrived. */
  const arrived = (count: number) => arrivals[count]?.promise
  return { hanging: withProcessor(deps, processor), answer, arrived, calls: () => calls }
}

/** How long a refused attempt has to wait; a part of the delay may have passed already. */
async function secondsToWait(attempt: Promise<unknown>): Promise<number> {
  const refusal = await attempt.catch((error: unknown) => error)
  expect(refusal).toMatchObject(tooMany(/^Too many declined attempts. Try again in \d+ seconds.$/))
  return (refusal as TooManyAttempts).retryAfterSeconds
}

/** As if that much time had passed. */
async function wait(invoiceNumber: string, seconds: number): Promise<void> {
  const back = sql`${seconds}::integer * interval '1 second'`
  await sql`update payment_declines set last_declined_at = last_declined_at - ${back},
    admitted_from = admitted_from - ${back}, network_admitted_from = network_admitted_from - ${back},
    changed_at = changed_at - ${back} where invoice_number = ${invoiceNumber}`.execute(db)
  await sql`update payment_attempts set called_at = called_at - ${back}
    where invoice_number = ${invoiceNumber}`.execute(db)
  await sql`update payment_networks set counted_at = counted_at - ${back}`.execute(db)
}

async function rowsOf(invoiceNumber: string) {
  const { rows } = await sql<{ declines: number; code: Buffer }>`select declines, address_code as code
    from payment_declines where invoice_number = ${invoiceNumber} order by address_code`.execute(db)
  return rows
}

async function attemptsOf(invoiceNumber: string) {
  const { rows } = await sql<{ status: string; code: Buffer | null }>`select status, address_code as code
    from payment_attempts where invoice_number = ${invoiceNumber} order by attempt_id`.execute(db)
  return rows
}

async function declineOften(id: string, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) await decline(id)
}

describe('after declined attempts', () => {
  test('the address waits longer and longer on that link, and nothing is reserved or charged', async () => {
    const [id, other] = [await invoice(), await invoice()]

    await declineOften(id, 3)
    const waits = [await secondsToWait(approve(id))]
    await wait(id, 10)
    await decline(id)
    waits.push(await secondsToWait(approve(id)))
    await wait(id, 300)
    await decline(id)
    waits.push(await secondsToWait(approve(id)))

    for (const [index, delay] of [10, 20, 40].entries()) {
      expect(waits[index]).toBeGreaterThan(delay / 2)
      expect(waits[index]).toBeLessThanOrEqual(delay)
    }
    expect(await attemptsOf(id)).toHaveLength(5)
    const { body } = await shop.get(id)
    expect([body.status, body.orderInformation.amountDetails.balanceAmount]).toEqual(['SENT', 100])
    expect(await approve(other)).toMatchObject({ status: 'approved' })
    expect(await approve(id, '192.0.2.2')).toMatchObject({ status: 'approved' })
  })

  test('an address that has waited is admitted, and approved payments are not counted', async () => {
    const id = await invoice()
    await declineOften(id, 3)
    await wait(id, 10)

    const payments = [await approve(id), await approve(id), await approve(id)]

    expect(payments.map(({ status }) => status)).toEqual(['approved', 'approved', 'approved'])
    expect((await rowsOf(id)).map(({ declines }) => declines)).toEqual([3, 3])
  })

  test('a repetition of the same request returns its attempt', async () => {
    const id = await invoice()
    const first = await decline(id, HOME, 'form 1')
    await declineOften(id, 2)

    expect(await decline(id, HOME, 'form 1')).toMatchObject({ attemptId: first.attemptId, status: 'declined' })
    await expect(decline(id, HOME, 'form 2')).rejects.toMatchObject({ code: 'TOO_MANY_DECLINES' })
  })

  test('addresses of one IPv6 network are one, and no address is stored', async () => {
    const id = await invoice()
    await decline(id, '2001:db8::1')
    await decline(id, '2001:db8::2')
    await decline(id, '2001:db8:0:0:ffff::3')

    await expect(decline(id, '2001:db8::4')).rejects.toMatchObject({ code: 'TOO_MANY_DECLINES' })
    expect(await decline(id, '2001:db8:0:1::1')).toMatchObject({ status: 'declined' })

    const codes = (await rowsOf(id)).map(({ code }) => code.length)
    expect(codes).toEqual([0, 32, 32])
    expect((await attemptsOf(id)).map(({ code }) => code)).toEqual([null, null, null, null])
  })

  test('of many addresses, each address waits a little, once, and is then admitted although declines go on', async () => {
    const id = await invoice()
    for (let count = 1; count <= 10; count += 1) await decline(id, `198.51.100.${count}`)

    await expect(approve(id)).rejects.toMatchObject(tooMany(/^Many attempts .* Try again in 2 seconds.$/))
    await wait(id, 2)
    await sql`update payment_declines set declines = 5000, last_declined_at = clock_timestamp()
      where invoice_number = ${id} and address_code = ''`.execute(db)

    expect(await approve(id)).toMatchObject({ status: 'approved' })
    await expect(approve(id)).rejects.toMatchObject(tooMany(/^Many attempts .* in 30 seconds.$/))
  })
})

describe('concurrent attempts', () => {
  test('from an address with a decline start one after the other: two more may fail before it waits', async () => {
    const id = await invoice()
    await decline(id)

    const burst = await Promise.allSettled(Array.from({ length: 12 }, () => decline(id)))

    expect(burst.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect((await rowsOf(id)).map(({ declines }) => declines)).toEqual([3, 3])
  })

  test('from one address are three on a link before any decline, however slow the processor is', async () => {
    const id = await invoice()
    const { hanging, answer, calls } = hangingProcessor()

    const refusals: unknown[] = []
    const burst = Array.from({ length: 40 }, () =>
      payAs(hanging, id, '1.00', { address: HOME }).catch((refusal: unknown) => {
        refusals.push(refusal)
        if (refusals.length === 37) answer()
      }),
    )
    await Promise.all(burst)

    expect(refusals[0]).toMatchObject({
      ...{ kind: 'rate-limited', code: 'TOO_MANY_ATTEMPTS', retryAfterSeconds: 2 },
      message: 'Several attempts from this network are still being processed. Try again in 2 seconds.',
    })
    expect(calls()).toBe(3)
    // Refused attempts leave nothing behind, and a later one is admitted.
    expect((await attemptsOf(id)).map(({ status }) => status)).toEqual(['approved', 'approved', 'approved'])
    expect(await approve(id)).toMatchObject({ status: 'approved' })
  })

  test('from one address are ten over all links of all merchants, and each counts for a minute at most', async () => {
    const other = await app.merchant('other')
    const links = [
      ...(await Promise.all(Array.from({ length: 6 }, async () => ({ id: await invoice(), organizationId: 'shop' })))),
      ...(await Promise.all(
        Array.from({ length: 6 }, async () => ({
          id: await aPayableInvoice(other, '100.00'),
          organizationId: 'other',
        })),
      )),
    ]
    const { hanging, answer, arrived } = hangingProcessor()
    const start = ({ id, organizationId }: (typeof links)[number], address = HOME) =>
      payAs(hanging, id, '1.00', { address, organizationId })

    const burst = links.slice(0, 10).map((link) => start(link))
    await arrived(10)
    const [eleventh, last] = [links[10], links[11]]
    if (eleventh === undefined || last === undefined) throw new Error('There are twelve links.')

    await expect(start(eleventh)).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' })
    const neighbour = start(eleventh, '10.255.0.1')
    await arrived(11)
    for (const { id } of links) await wait(id, 60)
    const late = start(last)
    await arrived(12)
    answer()

    expect(new Set((await Promise.all([...burst, neighbour, late])).map(({ status }) => status))).toEqual(
      new Set(['approved']),
    )
  })

  test('on the page of the processor do not count', async () => {
    const id = await invoice()
    const { database, clock } = app
    const hosted = sandboxProcessor({
      database,
      clock,
      secrets: deps.secrets,
      baseUrl: BASE_URL,
      hostedMethods: METHODS,
    })
    const begin = () =>
      payAs(withProcessor(deps, hosted), id, '1.00', { address: HOME, source: { method: 'card', isHosted: true } })

    for (let count = 0; count < 12; count += 1) expect(await begin()).toMatchObject({ status: 'waiting' })

    expect(await approve(id)).toMatchObject({ status: 'approved' })
  })

  test('after two declines only one of two is sent to the processor', async () => {
    const id = await invoice()
    await declineOften(id, 2)
    let calls = 0
    const counting: Processor = {
      ...deps.processor,
      authorize: (call, signal) => {
        calls += 1
        return deps.processor.authorize(call, signal)
      },
    }
    const source = aCard('4000000000000002')

    const both = await Promise.allSettled(
      [1, 2].map(() => payAs(withProcessor(deps, counting), id, '1.00', { source, address: HOME })),
    )

    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(calls).toBe(1)
  })
})

test('declines without an address slow down the link alone', async () => {
  const id = await invoice()
  for (let count = 0; count < 4; count += 1) await payAs(deps, id, '1.00', { source: aCard('4000000000000002') })

  expect((await rowsOf(id)).map(({ declines }) => declines)).toEqual([4])
  expect(await approve(id)).toMatchObject({ status: 'approved' })
})

test('a call that never reached the processor is not counted', async () => {
  const id = await aPayableInvoice(shop, '4001.00')
  const absent: Processor = {
    ...deps.processor,
    authorize: async () => ({ status: 'declined', reason: 'notProcessed', facts: undefined }),
  }

  await payAs(withProcessor(deps, absent), id, '1.00', { address: HOME })

  expect(await rowsOf(id)).toEqual([])
})

test('declines are deleted after a day', async () => {
  const [old, recent] = [await invoice(), await invoice()]
  await decline(old)
  await decline(recent)
  await wait(old, 86_401)

  await pruneDeclines(db)

  expect([(await rowsOf(old)).length, (await rowsOf(recent)).length]).toEqual([0, 2])
})

test('a tiny part that is approved counts as half a decline; another payment makes up for one', async () => {
  const id = await aPayableInvoice(shop, '100.00', { minimumPartialAmount: '0.01' })
  const load = async () => {
    const { rows } = await sql<{ load: number }>`select load from payment_networks
      where counted_at > clock_timestamp() - interval '1 minute' order by counted_at desc limit 2`.execute(db)
    return rows.map((row) => Math.ceil(2 * row.load) / 2)
  }
  const pay = (amount: string) => payAs(deps, id, amount, { address: HOME })

  await pay('0.99')
  await pay('0.01')
  await pay('0.01')
  expect((await rowsOf(id)).map(({ declines }) => declines)).toEqual([1.5, 1.5])
  expect(await load()).toEqual([1.5, 1.5])

  await pay('1.00')
  expect((await rowsOf(id)).map(({ declines }) => declines)).toEqual([1.5, 1.5])
  expect(await load()).toEqual([0.5, 0.5])

  // The whole rest is not a part, even if it is small.
  const rest = await aPayableInvoice(shop, '0.40')
  await payAs(deps, rest, '0.40', { address: HOME })
  expect([await rowsOf(rest), await load()]).toEqual([[], [0, 0]])
})

test('networks with declines are remembered for an hour, and others not at all', async () => {
  const id = await invoice()
  const count = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from payment_networks`.execute(db)
    return rows[0]?.count
  }
  await wait(id, 3_601)
  await pruneNetworks(db)

  await approve(id)
  expect(await count()).toBe(0)
  await decline(id)
  await pruneNetworks(db)
  expect(await count()).toBe(2)
  await wait(id, 3_601)
  await pruneNetworks(db)
  expect(await count()).toBe(0)
})
