import { describe, expect, test } from 'vitest'
import type { Money } from '../../../src/kernel/money.ts'
import type {
  IncomingEvent,
  Method,
  Outcome,
  ProcessorEvent,
  ProcessorFacts,
  Source,
} from '../../../src/payments/port/port.ts'
import type { Processor } from '../../../src/payments/port/processor.ts'
import { usd } from '../data/invoices.ts'
import { AMOUNTS_LATER, describeLater, type LaterHands, type WantedLater } from './later-contract.ts'

type Place = { readonly organizationId: string; readonly key: string }

/** How a charge shall end, or what shall happen to its call. */
type Wanted = 'approved' | 'declined' | 'review' | 'challenge' | 'lostAnswer' | 'neverArrives' | WantedLater

/** What the contract needs to know of a processor, and the hands of its payers. */
export type ProcessorUnderTest = LaterHands & {
  readonly processor: Processor
  readonly organizationId: string
  readonly account: string
  readonly method: Method
  /** What to charge so that it ends as wanted; undefined where the processor cannot be made to do so. */
  readonly sourceFor: (wanted: Wanted) => Source | undefined
  /** The payer ends a challenge. */
  readonly endChallenge: (place: Place, result: 'passed' | 'failed') => Promise<void>
  /** The payer ends a hosted checkout, by paying or by leaving. */
  readonly endCheckout: (place: Place, entered: Source | 'canceled') => Promise<void>
  /** A genuine request of the processor that brings this event. */
  readonly requestWith: (event: ProcessorEvent) => IncomingEvent
}

const CALL_MS_MAX = 300
const HUNDRED = usd('100.00')
const NEVER_MORE = { status: 'declined' } as const

/**
 * What every processor must do, whatever it is: each key is carried out once, what happened can be asked for, nothing
 * goes beyond a charge, events are genuine, and no answer has card data. Real and simulated processors run it alike.
 */
export function describeProcessor(name: string, start: () => Promise<ProcessorUnderTest>): void {
  describe(name, () => {
    describeCharges(start)
    describeLostAnswers(start)
    describeFollowUps(start)
    describePayers(start)
    describeEvents(start)
    describeLater({ start, newKey, charge, canDo })
  })
}

type Start = () => Promise<ProcessorUnderTest>
let keys = 0

/** A key of ours that nobody has used. */
function newKey(): string {
  keys += 1
  return `${'1'.repeat(16)}${String(process.pid % 1000).padStart(3, '0')}${String(keys).padStart(3, '0')}`
}

function callOf({ organizationId, account }: ProcessorUnderTest, key: string, amount: Money = HUNDRED) {
  return {
    ...{ key, organizationId, account, amount, reference: 'INV-1', returnUrl: 'https://pay.example.com/back' },
    ...{ canReview: true, isAuthenticated: false, storesCredential: false },
  }
}

const soon = (): AbortSignal => AbortSignal.timeout(CALL_MS_MAX)

function capabilitiesOf({ processor, organizationId, account }: ProcessorUnderTest) {
  return processor.capabilities({ organizationId, account, currency: 'USD' })
}

function isHosted(tested: ProcessorUnderTest): boolean {
  return capabilitiesOf(tested).hostedMethods.includes(tested.method)
}

function sourceOf(tested: ProcessorUnderTest, wanted: Wanted): Source {
  const source = tested.sourceFor(wanted)
  if (source === undefined) throw new Error(`The processor cannot be made to end a charge as ${wanted}.`)
  return source
}

function canDo(tested: ProcessorUnderTest, wanted: WantedLater): boolean {
  return tested.sourceFor(wanted) !== undefined
}

/** Charges once, directly or through the processor's page; a hosted checkout is begun once more by a repetition. */
async function charge(tested: ProcessorUnderTest, key: string, wanted: Wanted): Promise<Outcome> {
  const { processor, organizationId, account, method } = tested
  const source = sourceOf(tested, wanted)
  const call = callOf(tested, key, wanted in AMOUNTS_LATER ? AMOUNTS_LATER[wanted as WantedLater] : HUNDRED)
  if (!isHosted(tested)) return clean(source, await processor.authorize({ ...call, source }, soon()))
  clean(source, await processor.begin({ ...call, method }, soon()))
  await tested.endCheckout({ organizationId, key }, source)
  return clean(source, await processor.outcome({ organizationId, account, key }, soon()))
}

/** Fails if an answer has what a payer entered. */
function clean<T>(source: Source, answer: T): T {
  const written = JSON.stringify(answer)
  const entered = source.method === 'card' ? [source.card.number] : []
  const account = source.method === 'bankDebit' ? [source.account.accountNumber, source.account.routingNumber] : []
  const token = 'walletToken' in source ? [source.walletToken] : []
  for (const secret of [...entered, ...account, ...token]) expect(written).not.toContain(secret)
  return answer
}

function factsOf(outcome: Outcome): ProcessorFacts {
  if (!('facts' in outcome) || outcome.facts === undefined) throw new Error(`No facts with ${outcome.status}.`)
  return outcome.facts
}

function describeCharges(start: Start): void {
  test('offers its method, and card fields only where cards are not hosted', async () => {
    const tested = await start()

    const { methods, hostedMethods, hasCardFields } = capabilitiesOf(tested)

    expect(methods).toContain(tested.method)
    expect(methods).toEqual(expect.arrayContaining([...hostedMethods]))
    expect(hasCardFields && hostedMethods.includes('card')).toBe(false)
  })

  test('charges each key once and repeats its answer, also at the same moment', async () => {
    const tested = await start()
    const key = newKey()

    const first = await charge(tested, key, 'approved')
    const again = await Promise.all([1, 2, 3, 4].map(() => charge(tested, key, 'approved')))

    expect(first.status).toBe('approved')
    for (const outcome of again) expect(factsOf(outcome).reference).toBe(factsOf(first).reference)
  })

  test('declines with a reason and with facts that identify the call', async () => {
    const tested = await start()

    const outcome = await charge(tested, newKey(), 'declined')

    expect(outcome).toMatchObject({ status: 'declined', reason: expect.any(String) })
    expect(factsOf(outcome).reference).not.toBe('')
  })

  test('finds what it carried out when it is asked by the key', async () => {
    const tested = await start()
    const key = newKey()
    const charged = await charge(tested, key, 'approved')
    const { processor, organizationId, account } = tested

    const found = await processor.lookup({ organizationId, account, key }, soon())

    expect(found).toEqual(charged)
  })

  test('is bound by absent: a call that arrives later is not carried out', async () => {
    const tested = await start()
    const { processor, organizationId, account, method } = tested
    const key = newKey()
    const source = sourceOf(tested, 'approved')

    expect(await processor.lookup({ organizationId, account, key }, soon())).toEqual({ status: 'absent' })
    const late = isHosted(tested)
      ? await processor.begin({ ...callOf(tested, key), method }, soon())
      : await processor.authorize({ ...callOf(tested, key), source }, soon())

    expect(late).toMatchObject(NEVER_MORE)
    expect(await processor.lookup({ organizationId, account, key }, soon())).toEqual({ status: 'absent' })
  })
}

function describeLostAnswers(start: Start): void {
  test.each([
    ['lostAnswer', 'approved'],
    ['neverArrives', 'absent'],
  ] as const)('a call that ends in silence (%s) is certain when it is looked up: %s', async (wanted, status) => {
    const tested = await start()
    const { processor, organizationId, account } = tested
    const source = tested.sourceFor(wanted)
    if (source === undefined) return
    const key = newKey()

    await expect(processor.authorize({ ...callOf(tested, key, amountOf(wanted)), source }, soon())).rejects.toThrow()

    expect(await processor.lookup({ organizationId, account, key }, soon())).toMatchObject({ status })
  })
}

/** Amounts may decide in a simulation; a real processor ignores them. */
function amountOf(wanted: 'lostAnswer' | 'neverArrives'): Money {
  return wanted === 'lostAnswer' ? usd('4000.00') : usd('4001.00')
}

function describeFollowUps(start: Start): void {
  test('refunds never exceed the charge, also when they arrive at once', async () => {
    const tested = await start()
    const { processor, organizationId, account } = tested
    const of = newKey()
    await charge(tested, of, 'approved')
    const refund = (key: string) =>
      processor.refund({ key, organizationId, account, of, amount: usd('30.00') }, AbortSignal.timeout(10_000))

    const outcomes = await Promise.all(Array.from({ length: 8 }, newKey).map(refund))

    expect(outcomes.filter(({ status }) => status === 'approved')).toHaveLength(3)
    expect(outcomes.filter(({ status }) => status === 'declined')).toHaveLength(5)
  })

  test('a refund is carried out once for each key, and can be looked up', async () => {
    const tested = await start()
    const { processor, organizationId, account } = tested
    const of = newKey()
    await charge(tested, of, 'approved')
    const call = { key: newKey(), organizationId, account, of, amount: usd('60.00') }

    const [one, other] = [await processor.refund(call, soon()), await processor.refund(call, soon())]

    expect(other).toEqual(one)
    expect(await processor.lookup(call, soon())).toEqual(one)
    expect(await processor.refund({ ...call, key: newKey() }, soon())).toMatchObject(NEVER_MORE)
  })

  test('a declined or unknown charge is not refunded, captured or reversed', async () => {
    const tested = await start()
    const { processor, organizationId, account } = tested
    const declined = newKey()
    await charge(tested, declined, 'declined')

    for (const of of [declined, newKey()]) {
      for (const kind of ['refund', 'capture', 'reverse'] as const) {
        const call = { key: newKey(), organizationId, account, of, amount: HUNDRED }
        expect(await processor[kind](call, soon())).toMatchObject(NEVER_MORE)
      }
    }
  })

  test('what is held for review is captured or reversed, once', async () => {
    const tested = await start()
    const { processor, organizationId, account } = tested
    if (tested.sourceFor('review') === undefined) return
    const [accepted, rejected] = [newKey(), newKey()]
    for (const key of [accepted, rejected]) {
      expect(await charge(tested, key, 'review')).toMatchObject({ status: 'review' })
    }
    const about = (of: string) => ({ key: newKey(), organizationId, account, of, amount: HUNDRED })

    expect(await processor.capture(about(accepted), soon())).toMatchObject({ status: 'approved' })
    expect(await processor.capture(about(accepted), soon())).toMatchObject(NEVER_MORE)
    expect(await processor.reverse(about(accepted), soon())).toMatchObject(NEVER_MORE)
    expect(await processor.reverse(about(rejected), soon())).toMatchObject({ status: 'approved' })
    expect(await processor.capture(about(rejected), soon())).toMatchObject(NEVER_MORE)
    expect(await processor.refund(about(rejected), soon())).toMatchObject(NEVER_MORE)
  })

  test('nothing of one organization can be reached by another', async () => {
    const tested = await start()
    const of = newKey()
    await charge(tested, of, 'approved')
    const call = { key: newKey(), organizationId: 'somebody-else', account: tested.account, of, amount: HUNDRED }

    expect(await tested.processor.refund(call, soon())).toMatchObject(NEVER_MORE)
  })
}

function describePayers(start: Start): void {
  test.each([
    ['passed', 'approved'],
    ['failed', 'declined'],
  ] as const)('a challenge that the payer %s ends %s, once', async (result, status) => {
    const tested = await start()
    const { processor, organizationId, account } = tested
    const source = isHosted(tested) ? undefined : tested.sourceFor('challenge')
    if (source === undefined) return
    const key = newKey()
    const call = { ...callOf(tested, key), source, isAuthenticated: true }

    expect(await processor.authorize(call, soon())).toMatchObject({
      ...{ status: 'challenge', challenge: { url: expect.stringMatching(/^https?:/) } },
    })
    expect(await processor.challenge({ key, organizationId, account, of: key }, soon())).toMatchObject({
      status: 'challenge',
    })
    await tested.endChallenge({ organizationId, key }, result)
    const ended = clean(source, await processor.challenge({ key, organizationId, account, of: key }, soon()))
    await tested.endChallenge({ organizationId, key }, result === 'passed' ? 'failed' : 'passed')

    expect(ended).toMatchObject({ status })
    expect(await processor.challenge({ key, organizationId, account, of: key }, soon())).toEqual(ended)
    expect(await processor.lookup({ key, organizationId, account }, soon())).toEqual(ended)
  })

  test('a hosted checkout leads to a page, waits for the payer, and ends once', async () => {
    const tested = await start()
    const { processor, organizationId, account, method } = tested
    if (!isHosted(tested)) return
    const [paid, left] = [newKey(), newKey()]
    for (const key of [paid, left]) {
      const begun = await processor.begin({ ...callOf(tested, key), method }, soon())
      expect(begun).toMatchObject({ status: 'challenge', challenge: { url: expect.stringMatching(/^https?:/) } })
      expect(await processor.begin({ ...callOf(tested, key), method }, soon())).toEqual(begun)
      expect(await processor.outcome({ organizationId, account, key }, soon())).toEqual(begun)
      expect(await processor.lookup({ organizationId, account, key }, soon())).toEqual(begun)
    }

    await tested.endCheckout({ organizationId, key: paid }, sourceOf(tested, 'approved'))
    await tested.endCheckout({ organizationId, key: paid }, 'canceled')
    await tested.endCheckout({ organizationId, key: left }, 'canceled')
    await tested.endCheckout({ organizationId, key: left }, sourceOf(tested, 'approved'))

    expect(await processor.outcome({ organizationId, account, key: paid }, soon())).toMatchObject({
      status: 'approved',
    })
    expect(await processor.outcome({ organizationId, account, key: left }, soon())).toMatchObject(NEVER_MORE)
  })
}

function describeEvents(start: Start): void {
  const about = ({ organizationId }: ProcessorUnderTest, key: string, happened: ProcessorEvent['happened']) => ({
    ...{ eventId: `event of ${key}`, organizationId, key, happened },
    at: Temporal.Instant.from('2026-03-20T08:00:00Z'),
  })

  test('events that it signed are read as they were sent, and again when they are sent again', async () => {
    const tested = await start()
    const key = newKey()
    const outcome = await charge(tested, key, 'approved')
    const events = [
      about(tested, key, { type: 'chargeback', amount: HUNDRED, reasonCode: '10.4', reference: 'd1' }),
      about(tested, key, { type: 'bankReturn', amount: usd('1.05'), reasonCode: 'R01', reference: 'd2' }),
      about(tested, key, { type: 'disputeEnded', reference: 'd1', result: 'won' }),
      about(tested, key, { type: 'disputeEnded', reference: 'd2', result: 'lost' }),
      about(tested, key, { type: 'refundedElsewhere', amount: usd('2.00'), reference: 'r1' }),
      about(tested, key, { type: 'refundFailed', reason: 'accountProblem' }),
      about(tested, key, { type: 'refundFailed', reason: 'declined', reference: 'r1' }),
      about(tested, key, { type: 'authorizationEnded' }),
      about(tested, key, { type: 'outcome', outcome }),
    ]

    for (const event of events) {
      const request = tested.requestWith(event)
      expect(await tested.processor.readEvent(request)).toEqual([event])
      expect(await tested.processor.readEvent(request)).toEqual([event])
    }
  })

  test('events that are forged, changed or unsigned are not read', async () => {
    const tested = await start()
    const { processor } = tested
    const request = tested.requestWith(
      about(tested, newKey(), { type: 'chargeback', amount: HUNDRED, reasonCode: 'x', reference: 'd' }),
    )
    const changed = Buffer.from(Buffer.from(request.body).toString().replace('100.00', '900.00'))
    const other = tested.requestWith(
      about(tested, newKey(), { type: 'chargeback', amount: HUNDRED, reasonCode: 'y', reference: 'd' }),
    )

    expect(await processor.readEvent({ ...request, body: changed })).toBeUndefined()
    expect(await processor.readEvent({ ...request, headers: {} })).toBeUndefined()
    expect(await processor.readEvent({ ...request, headers: other.headers })).toBeUndefined()
    expect(await processor.readEvent({ ...request, body: new Uint8Array() })).toBeUndefined()
    expect(await processor.readEvent({ ...request, organizationId: 'somebody-else' })).toBeUndefined()
  })
}
