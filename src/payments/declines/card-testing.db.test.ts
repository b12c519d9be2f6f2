import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { aPayableInvoice } from '../../../test/support/data/payments.ts'
import { type Client, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { CARD_VALUES, payers } from '../../../test/support/http/page-client.ts'

/** Attacks on the real page, from addresses that a proxy names. */
const app = await startApp({
  environment: { QUITTANCE_TRUSTED_PROXIES: '127.0.0.1' },
  with: [invoicingClients, payers],
})
const { payer } = app
const { db } = app.database
const STOLEN = { ...CARD_VALUES, cardNumber: '4000000000000002', amountChoice: 'other', amount: '5.00' }
let shop: Client
beforeAll(async () => {
  shop = await app.merchant('shop')
})

const aLink = async () => payer.pathOf(await aPayableInvoice(shop, '1000.00'))
const from = (address: string) => ({ 'x-forwarded-for': address })
/** Undefined once the processor was asked; otherwise how many seconds to wait. */
async function tryCard(path: string, address: string): Promise<number | undefined> {
  const { status, headers } = await payer.send(path, { ...STOLEN, attempt: randomUUID() }, from(address))
  expect([303, 429]).toContain(status)
  return status === 303 ? undefined : Number(headers.get('retry-after'))
}

/** Every attempt that is recorded goes to the processor. */
async function tried(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from payment_attempts`.execute(db)
  return rows[0]?.count ?? 0
}

/** As if that much time had passed. */
async function wait(seconds: number): Promise<void> {
  const back = sql`${seconds}::integer * interval '1 second'`
  await sql`update payment_declines set last_declined_at = last_declined_at - ${back},
    admitted_from = admitted_from - ${back}, network_admitted_from = network_admitted_from - ${back}`.execute(db)
  await sql`update payment_networks set counted_at = counted_at - ${back}`.execute(db)
  await sql`update payment_attempts set called_at = called_at - ${back}`.execute(db)
}

type Place = { readonly path: string; readonly address: string }

/** Tries cards everywhere, and again whenever a wait has ended, for this many seconds. */
async function attack(places: readonly Place[], seconds: number): Promise<number> {
  const before = await tried()
  const startedAt = performance.now()
  let jumped = 0
  const elapsed = () => jumped + (performance.now() - startedAt) / 1000
  let admittedAt = places.map((place) => ({ ...place, from: 0 }))
  while (elapsed() < seconds) {
    const due = admittedAt.filter((place) => place.from <= elapsed())
    const answers = await Promise.all(
      due.map(async (place) => ({ place, told: await tryCard(place.path, place.address) })),
    )
    const next = new Map(answers.map(({ place, told }) => [place, elapsed() + (told ?? 0)]))
    admittedAt = admittedAt.map((place) => ({ ...place, from: next.get(place) ?? place.from }))
    const pause = Math.ceil(Math.min(...admittedAt.map((place) => place.from)) - elapsed())
    if (elapsed() + pause >= seconds) break
    if (pause > 0) {
      await wait(pause)
      jumped += pause
    }
  }
  return (await tried()) - before
}

describe('within the first minute, declined cards of', () => {
  test('one address with 25 links are tried ten times', async () => {
    const paths = await Promise.all(Array.from({ length: 25 }, aLink))

    expect(
      await attack(
        paths.map((path) => ({ path, address: '192.0.2.1' })),
        55,
      ),
    ).toBe(10)
  })

  test('30 networks of one /48 on one link are tried 30 times', async () => {
    const path = await aLink()
    const networks = Array.from({ length: 30 }, (_, index) => `2001:db8:7:${index.toString(16)}::1`)

    expect(
      await attack(
        networks.map((address) => ({ path, address })),
        55,
      ),
    ).toBe(30)
  })
})

test('a payer who has to wait learns how long, keeps the form, and pays after it', async () => {
  const paths = await Promise.all(Array.from({ length: 11 }, aLink))
  const [path = ''] = paths
  for (const other of paths.slice(1)) await tryCard(other, '198.51.100.1')
  const values = { ...CARD_VALUES, cardName: 'Grace Hopper', amountChoice: 'other', amount: '12.34' }

  const refused = await payer.pay(path, values, from('198.51.100.1'))

  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^5\d|60$/)])
  expect(refused.text).toMatch(/Too many payments were declined\. Try again in (5\d|60) seconds\./)
  expect(refused.text).toContain('value="12.34"')
  expect(refused.text).toContain('value="Grace Hopper"')
  const script = await payer.send(
    path,
    { attempt: 'a'.repeat(22), ...values },
    {
      ...{ ...from('198.51.100.1'), accept: 'application/json' },
    },
  )
  expect([script.status, JSON.parse(script.text).notice.sentences]).toEqual([
    429,
    [expect.stringMatching(/^Too many payments were declined/)],
  ])
  // Others can pay, and so can this one after the wait.
  expect((await payer.pay(paths[1] ?? '', values, from('198.51.101.1'))).status).toBe(303)
  await wait(60)
  expect((await payer.pay(path, values, from('198.51.100.1'))).status).toBe(303)
  expect((await shop.get(await numberOf(path))).body.orderInformation.amountDetails.balanceAmount).toBe(987.66)
})

async function numberOf(path: string): Promise<string> {
  const { rows } = await sql<{ number: string }>`select invoice_number as number from invoices
    where payment_token = ${path.split('/')[2]}`.execute(db)
  return rows[0]?.number ?? ''
}

test('a part of a cent is refused on the page before anything is charged', async () => {
  const path = await aLink()
  const before = await tried()

  const { status, text } = await payer.pay(path, { ...CARD_VALUES, amountChoice: 'other', amount: '0.01' })

  expect(status).toBe(422)
  expect(text).toContain('$1.00')
  expect(await tried()).toBe(before)
})
