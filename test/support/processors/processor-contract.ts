import { describe, expect, test } from 'vitest'
import type { Money } from '../../../src/kernel/money.ts'
import type { Outcome, ProcessorEvent } from '../../../src/payments/port/port.ts'
import { usd } from '../data/invoices.ts'
import { describeLater, type WantedLater } from './later-contract.ts'
import {
  callOf,
  capabilitiesOf,
  charge,
  clean,
  factsOf,
  HUNDRED,
  isHosted,
  NEVER_MORE,
  newKey,
  type ProcessorUnderTest,
  type Start,
  soon,
  sourceOf,
} from './processor-under-test.ts'
import { describeHostedMethods, describeStoredCredentials } from './stored-credential-contract.ts'

/**
 * The contract of every processor: each key is carried out once, its outcome can be looked up, nothing
 * goes beyond a charge, events are genuine, and no answer has card data. Real and simulated processors run it alike.
 */
export function describeProcessor(name: string, start: () => Promise<ProcessorUnderTest>): void {
  describe(name, () => {
    describeCharges(start)
    describeLostAnswers(start)
    describeFollowUps(start)
    describePayers(start)
    describeAbandonment(start)
    describeHostedMethods(start)
    describeStoredCredentials(start)
    describeEvents(start)
    describeLater({ start, newKey, charge, canDo })
  })
}

function canDo(tested: ProcessorUnderTest, wanted: WantedLater): boolean {
  return tested.sourceFor(wanted) !== undefined
}

function describeCharges(start: Start): void {
  test('offers its method, and card fields only where cards are not hosted', async () => {
    const tested = await start()

    const { methods, hostedMethods, hasCardFields } = capabilitiesOf(tested)

    expect(methods).toContain(tested.method)
    expect(methods).toEqual(expect.arrayContaining([...hostedMethods]))
    expect(hasCardFields && hostedMethods.includes('card')).toBe(false)
    expect(methods.includes('hosted')).toBe(hostedMethods.includes('hosted'))
  })

  test('offers bank debits that are entered on our page in US dollars only', async () => {
    const { processor, organizationId, account } = await start()

    for (const currency of ['EUR', 'JPY']) {
      const { methods, hostedMethods } = processor.capabilities({ organizationId, account, currency })
      expect(methods.includes('bankDebit') && !hostedMethods.includes('bankDebit')).toBe(false)
    }
  })

  test('charges each key once and repeats its answer, also concurrently', async () => {
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

  test('looks up by the key each call that it carried out', async () => {
    const tested = await start()
    const key = newKey()
    const charged = await charge(tested, key, 'approved')
    const { processor, organizationId, account } = tested

    const found = await processor.lookup({ organizationId, account, key }, soon())

    expect(found).toEqual(charged)
  })

  test('never carries out a call that arrives after the lookup said absent', async () => {
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
  test('refunds never exceed the charge, also when they arrive concurrently', async () => {
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

  test('a charge under review is captured or reversed, once', async () => {
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

  test('an organization cannot refund another’s charge', async () => {
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

function describeAbandonment(start: Start): void {
  test('a challenge or checkout that was abandoned is never charged, whatever the payer does later', async () => {
    const tested = await start()
    const { processor, organizationId, account } = tested
    const key = newKey()
    if (!(await waitForPayer(tested, key))) return
    const place = { organizationId, account, key }

    expect(await processor.abandon(place, soon())).toEqual({ status: 'absent' })
    await endByPayer(tested, key)

    expect(await processor.abandon(place, soon())).toEqual({ status: 'absent' })
    expect(await afterReturn(tested, key)).toMatchObject(NEVER_MORE)
  })

  test('abandoning a charge that was made before returns its outcome', async () => {
    const tested = await start()
    const { processor, organizationId, account } = tested
    const key = newKey()
    if (!(await waitForPayer(tested, key))) return
    await endByPayer(tested, key)
    const charged = await afterReturn(tested, key)

    expect(charged).toMatchObject({ status: 'approved' })
    expect(await processor.abandon({ organizationId, account, key }, soon())).toEqual(charged)
  })

  test('a key that never arrived is absent when it is abandoned, and stays so', async () => {
    const tested = await start()
    const { processor, organizationId, account } = tested
    const key = newKey()

    expect(await processor.abandon({ organizationId, account, key }, soon())).toEqual({ status: 'absent' })
    expect(await charge(tested, key, 'approved')).toMatchObject(NEVER_MORE)
  })
}

/** Begins a charge that waits for its payer; false where the processor cannot be made to. */
async function waitForPayer(tested: ProcessorUnderTest, key: string): Promise<boolean> {
  const { processor, method } = tested
  const source = tested.sourceFor('challenge')
  if (isHosted(tested)) await processor.begin({ ...callOf(tested, key), method }, soon())
  else if (source === undefined) return false
  else await processor.authorize({ ...callOf(tested, key), source, isAuthenticated: true }, soon())
  return true
}

/** The payer passes the challenge, or pays on the processor's page. */
async function endByPayer(tested: ProcessorUnderTest, key: string): Promise<void> {
  const place = { organizationId: tested.organizationId, key }
  if (isHosted(tested)) await tested.endCheckout(place, sourceOf(tested, 'approved'))
  else await tested.endChallenge(place, 'passed')
}

async function afterReturn(tested: ProcessorUnderTest, key: string): Promise<Outcome> {
  const { processor, organizationId, account } = tested
  const call = { organizationId, account, key }
  return isHosted(tested) ? processor.outcome(call, soon()) : processor.challenge({ ...call, of: key }, soon())
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
