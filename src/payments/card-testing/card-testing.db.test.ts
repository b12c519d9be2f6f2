import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { aCard, aPayableInvoice, payAs, paymentDeps, withProcessor } from '../../../test/support/data/payments.ts'
import { solvedPuzzle } from '../../../test/support/data/solved-puzzle.ts'
import { invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { attemptKeyIn, CARD_VALUES, type PageAnswer, payers } from '../../../test/support/http/page-client.ts'
import { settingsOf } from '../../../test/support/http/settings-client.ts'
import { createMetrics } from '../../platform/metrics/metrics.ts'
import type { Processor } from '../port/processor.ts'
import { EPISODE_FIGURES } from './episode-figures.ts'
import { countEpisodes, findRecentAttempts } from './episode-store.ts'
import { endEpisodes } from './jobs.ts'
import type { Puzzle } from './puzzle.ts'

const app = await startApp({ with: [invoicingClients, payers] })
const deps = paymentDeps(app)
const { payer } = app
const { db } = app.database
const CHALLENGED = { ...CARD_VALUES, cardNumber: '4000000000003220' }
const DEBIT = {
  ...{ method: 'bankDebit', accountHolder: 'Ada', routingNumber: '110000000', accountNumber: '000123456789' },
}
const LINKS = 5

type Shop = {
  readonly organizationId: string
  readonly newInvoice: () => Promise<string>
  readonly newPath: () => Promise<string>
}

async function aShop(organizationId: string): Promise<Shop> {
  const owner = await anOrganization(app, organizationId, { contact: { email: `${organizationId}@example.com` } })
  expect((await settingsOf(app, owner).put({ deliveryLanguage: 'de-DE' })).status).toBe(200)
  const client = app.clientOf(owner)
  const newInvoice = () => aPayableInvoice(client, '1000.00')
  return { organizationId, newInvoice, newPath: async () => payer.pathOf(await newInvoice(), organizationId) }
}

let networks = 0

/** Somebody tries cards, each from another network, on several links of the merchant. */
async function attack({ organizationId, newInvoice }: Shop, count: number): Promise<void> {
  const links = await Promise.all(Array.from({ length: LINKS }, newInvoice))
  const tried = Array.from({ length: count }, async (_, index) => {
    networks += 1
    const address = `10.${networks >> 8}.${networks & 255}.7`
    const source = aCard('4000000000000002')
    await payAs(deps, links[index % LINKS] ?? '', '20.00', { organizationId, source, address })
  })
  await Promise.all(tried)
}

/** Declines that end at the same moment do not see each other; the next one sees all of them. */
async function comeBack(shop: Shop): Promise<void> {
  await attack(shop, 20)
  await attack(shop, 1)
}

const approve = async ({ organizationId, newInvoice }: Shop) =>
  payAs(deps, await newInvoice(), '20.00', { organizationId })
const alertsOf = async ({ organizationId }: Shop) =>
  (await sql<{ kind: string }>`select kind from payment_alerts where organization_id = ${organizationId}`.execute(db))
    .rows
const mailsOf = async ({ organizationId }: Shop) =>
  (
    await sql`select kind, recipient_address as address, payload from mail_outbox
      where organization_id = ${organizationId} and kind = 'card-testing'`.execute(db)
  ).rows

/** As if it had happened some minutes earlier. */
async function letPass({ organizationId }: Shop, minutes: number): Promise<void> {
  const passed = sql`${minutes}::integer * interval '1 minute'`
  await sql`update payment_attempts set called_at = called_at - ${passed}
    where organization_id = ${organizationId}`.execute(db)
  await sql`update card_testing_episodes set began_at = began_at - ${passed}, ended_at = ended_at - ${passed}
    where organization_id = ${organizationId}`.execute(db)
}

/** Opens the page and sends its form, as its script does or in the ordinary way. */
async function send(path: string, values: Readonly<Record<string, string>>, headers = {}) {
  const attempt = attemptKeyIn((await payer.ask(path)).text)
  const form = { attempt, language: 'en-US', ...values }
  return { form, answer: await payer.send(path, form, headers) }
}
const statusOf = async (path: string): Promise<string | undefined> => {
  const { rows } = await sql<{ status: string }>`select attempt.status from payment_attempts attempt
    join invoices using (organization_id, invoice_number)
    where payment_token = ${path.slice('/pay/'.length)}`.execute(db)
  return rows[0]?.status
}
const JSON_ACCEPTED = { accept: 'application/json' }
const puzzleIn = ({ text }: PageAnswer): Puzzle => JSON.parse(text).puzzle

describe('a merchant on whose links somebody tests cards', () => {
  let shop: Shop
  let other: Shop
  beforeAll(async () => {
    ;[shop, other] = [await aShop('attacked'), await aShop('quiet')]
    await attack(shop, 19)
    await approve(shop)
  })

  test('is alerted once, with the twentieth decline, and so is the operator', async () => {
    expect([await alertsOf(shop), await mailsOf(shop)]).toEqual([[], []])

    await attack(shop, 1)
    await attack(shop, 10)

    expect(await alertsOf(shop)).toEqual([{ kind: 'card-testing' }])
    expect(await mailsOf(shop)).toEqual([
      { kind: 'card-testing', address: 'attacked@example.com', payload: { declines: 20, attempts: 21 } },
    ])
    expect([await alertsOf(other), await mailsOf(other)]).toEqual([[], []])
    expect(await countEpisodes(app.database)).toEqual({ open: 1, begun: 1 })
  })

  test('has payers authenticated who pay by card, although its settings do not ask for it', async () => {
    const [path, elsewhere] = [await shop.newPath(), await other.newPath()]

    await send(path, CHALLENGED)
    await send(elsewhere, CHALLENGED)

    expect([await statusOf(path), await statusOf(elsewhere)]).toEqual(['waiting', 'approved'])
  })

  test('lets a payer pay by another method once the browser has done some work, and asks no processor before', async () => {
    const path = await shop.newPath()

    const { form, answer } = await send(path, DEBIT, JSON_ACCEPTED)
    const puzzle = puzzleIn(answer)
    const withoutWork = await payer.send(path, { ...form, work: puzzle.puzzle }, JSON_ACCEPTED)
    const before = await statusOf(path)
    const work = solvedPuzzle(puzzle)
    const paid = await payer.send(path, { ...form, work }, JSON_ACCEPTED)

    expect([answer.status, puzzleIn(withoutWork).puzzle, before]).toEqual([200, puzzle.puzzle, undefined])
    expect(JSON.parse(paid.text).go).toContain(`/attempts/${form.attempt}`)
    expect(await statusOf(path)).toBe('approved')
  })

  test('asks for new work for every attempt', async () => {
    const path = await shop.newPath()
    const { form, answer } = await send(path, DEBIT, JSON_ACCEPTED)
    const work = solvedPuzzle(puzzleIn(answer))

    const reused = await send(path, { ...DEBIT, work }, JSON_ACCEPTED)
    const onOtherLink = await payer.send(await shop.newPath(), { ...form, work }, JSON_ACCEPTED)

    for (const { text } of [reused.answer, onOtherLink]) {
      expect(JSON.parse(text)).toMatchObject({ puzzle: { waitSeconds: 20 } })
    }
  })

  test('without script shows the same form with everything but the account, and how long to wait', async () => {
    const path = await shop.newPath()

    const { form, answer } = await send(path, DEBIT)

    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '20'])
    expect(answer.text).toContain('Please pay again in 20 seconds.')
    expect(attemptKeyIn(answer.text)).toBe(form.attempt)
    expect(answer.text).toMatch(/name="work" value="\d+\.[\w-]{43}"/)
    expect(answer.text).toContain('value="Ada"')
    expect(answer.text).not.toContain(`value="${DEBIT.accountNumber}"`)
    expect(await statusOf(path)).toBeUndefined()
  })

  test('is counted by the metrics, and so are the attempts that were challenged', async () => {
    const ofService = createMetrics()
    ofService.watch(() => countEpisodes(app.database), EPISODE_FIGURES)
    const metrics = (await payer.ask('/metrics')).text
    const episodes = await ofService.registry.metrics()

    expect(episodes).toContain('card_testing_episodes{state="open"} 1')
    expect(episodes).toContain('card_testing_episodes{state="begun"} 1')
    expect(metrics).toMatch(/card_testing_challenges_total\{challenge="authentication"\} [1-9]/)
    expect(metrics).toMatch(/card_testing_challenges_total\{challenge="work"\} [1-9]/)
  })

  test('challenges nobody any more once the attack is over, and is not alerted again when it comes back', async () => {
    const [during, after] = [await shop.newPath(), await shop.newPath()]
    await endEpisodes(deps)
    await send(during, CHALLENGED)
    await letPass(shop, 11)
    await endEpisodes(deps)
    await send(after, CHALLENGED)
    await comeBack(shop)

    expect([await statusOf(during), await statusOf(after)]).toEqual(['waiting', 'approved'])
    expect(await countEpisodes(app.database)).toEqual({ open: 1, begun: 1 })
    expect([await alertsOf(shop), await mailsOf(shop)].map(({ length }) => length)).toEqual([1, 1])

    await letPass(shop, 11)
    await endEpisodes(deps)
    await letPass(shop, 61)
    await comeBack(shop)

    expect(await countEpisodes(app.database)).toEqual({ open: 1, begun: 2 })
    expect([await alertsOf(shop), await mailsOf(shop)].map(({ length }) => length)).toEqual([2, 2])
  })
})

test('of many declines at the same moment one begins the episode', async () => {
  const shop = await aShop('burst')
  await attack(shop, 15)

  await attack(shop, 30)
  await attack(shop, 1)

  expect([await alertsOf(shop), await mailsOf(shop)].map(({ length }) => length)).toEqual([1, 1])
})

test('charges of tokens, calls that never reached the processor and earlier attempts do not count', async () => {
  const shop = await aShop('counted')
  const { organizationId, newInvoice } = shop
  const absent: Processor = {
    ...deps.processor,
    authorize: async () => ({ status: 'declined', reason: 'notProcessed', facts: undefined }),
  }
  await attack(shop, 2)
  await letPass(shop, 10)
  await attack(shop, 2)
  await sql`update payment_attempts set token_id = gen_random_uuid()
    where organization_id = ${organizationId}`.execute(db)
  await attack(shop, 3)
  await approve(shop)
  await payAs(withProcessor(deps, absent), await newInvoice(), '20.00', { organizationId })

  const limits = { declinesMin: 2, percentMin: 33, windowMinutes: 10 }

  expect(await findRecentAttempts(db, organizationId, limits)).toMatchObject({ declines: 3, attempts: 5 })
})
