import { expect, test } from 'vitest'
import type { Money } from '../../../src/kernel/money.ts'
import type { Outcome, ProcessorEvent } from '../../../src/payments/port/port.ts'
import type { Processor } from '../../../src/payments/port/processor.ts'
import { usd } from '../data/invoices.ts'

type Place = { readonly organizationId: string; readonly key: string }

/** A later event of a charge or of its authorization. */
export type WantedLater =
  | 'disputeWon'
  | 'disputeLost'
  | 'refundedElsewhere'
  | 'refundFails'
  | 'endsElsewhere'
  | 'hasDeadline'

/** Amounts may decide in a simulation; a real processor ignores them. */
export const AMOUNTS_LATER: Readonly<Record<WantedLater, Money>> = {
  ...{ disputeWon: usd('5002.00'), disputeLost: usd('5003.00'), refundedElsewhere: usd('5004.00') },
  ...{ refundFails: usd('5005.00'), endsElsewhere: usd('3002.00'), hasDeadline: usd('3001.00') },
}

/** Actions of others at the processor, without a call of ours. */
export type LaterHands = {
  /** Triggers the later event of the charge, or the end of its dispute; returns the event that the processor sends. */
  readonly happen?: (place: Place, stage: 'first' | 'end') => Promise<ProcessorEvent | undefined>
  /** Lets time pass by the product's clock. */
  readonly passUntil?: (instant: Temporal.Instant) => Promise<void>
}

type Tested = LaterHands & {
  readonly processor: Processor
  readonly organizationId: string
  readonly account: string
}

type Contract<T extends Tested> = {
  readonly start: () => Promise<T>
  readonly newKey: () => string
  /** Whether the processor can be made to do it. */
  readonly canDo: (tested: T, wanted: WantedLater) => boolean
  readonly charge: (tested: T, key: string, wanted: WantedLater) => Promise<Outcome>
}

const CALL_MS_MAX = 10_000
const soon = (): AbortSignal => AbortSignal.timeout(CALL_MS_MAX)

/** Events at a processor without a call of ours are reported with the right names, and the books stay right. */
export function describeLater<T extends Tested>(contract: Contract<T>): void {
  describeRefunds(contract)
  describeDisputes(contract)
  describeAuthorizations(contract)
}

function follow({ processor, organizationId, account }: Tested, kind: 'capture' | 'reverse' | 'refund') {
  return (of: string, amount: Money, key: string) =>
    processor[kind]({ key, organizationId, account, of, amount }, soon())
}

/** The event, which is the same however often it is asked for. */
async function happen({ happen: letHappen, organizationId }: Tested, key: string, stage: 'first' | 'end' = 'first') {
  const event = await letHappen?.({ organizationId, key }, stage)
  expect(await letHappen?.({ organizationId, key }, stage)).toEqual(event)
  return event
}

function describeRefunds<T extends Tested>({ start, newKey, canDo, charge }: Contract<T>): void {
  test('a refund made elsewhere names its charge and itself, and leaves only the rest to be refunded', async () => {
    const tested = await start()
    if (!canDo(tested, 'refundedElsewhere')) return
    const key = newKey()
    await charge(tested, key, 'refundedElsewhere')
    expect(await follow(tested, 'refund')(key, usd('4.00'), newKey())).toMatchObject({ status: 'approved' })

    const event = await happen(tested, key)

    expect(event).toMatchObject({
      ...{ key, organizationId: tested.organizationId },
      happened: { type: 'refundedElsewhere', amount: usd('5000.00'), reference: expect.stringMatching(/./) },
    })
    expect(await follow(tested, 'refund')(key, usd('0.01'), newKey())).toMatchObject({ status: 'declined' })
  })

  test('a refund that fails later names its key, is declined from then on, and can be made again', async () => {
    const tested = await start()
    const { processor, organizationId, account } = tested
    if (!canDo(tested, 'refundFails')) return
    const [key, refund] = [newKey(), newKey()]
    await charge(tested, key, 'refundFails')
    const all = AMOUNTS_LATER.refundFails
    expect(await follow(tested, 'refund')(key, all, refund)).toMatchObject({ status: 'approved' })
    expect(await follow(tested, 'refund')(key, all, newKey())).toMatchObject({ status: 'declined' })

    const event = await happen(tested, refund)

    expect(event).toMatchObject({ key: refund, happened: { type: 'refundFailed', reason: expect.any(String) } })
    expect(await processor.lookup({ organizationId, account, key: refund }, soon())).toMatchObject({
      status: 'declined',
    })
    expect(await follow(tested, 'refund')(key, all, newKey())).toMatchObject({ status: 'approved' })
  })
}

function describeDisputes<T extends Tested>({ start, newKey, canDo, charge }: Contract<T>): void {
  test.each([
    ['disputeWon', 'won', 'approved'],
    ['disputeLost', 'lost', 'declined'],
  ] as const)(
    'the end of a dispute names it (%s), and what came back can be refunded',
    async (wanted, result, status) => {
      const tested = await start()
      if (!canDo(tested, wanted)) return
      const key = newKey()
      await charge(tested, key, wanted)

      const opened = await happen(tested, key)
      expect(await follow(tested, 'refund')(key, usd('1.00'), newKey())).toMatchObject({ status: 'declined' })
      const ended = await happen(tested, key, 'end')

      const reference = expect.stringMatching(/./)
      expect(opened).toMatchObject({ key, happened: { type: 'chargeback', amount: AMOUNTS_LATER[wanted], reference } })
      const named = opened?.happened.type === 'chargeback' ? opened.happened.reference : undefined
      expect(ended).toMatchObject({ key, happened: { type: 'disputeEnded', reference: named, result } })
      expect(await follow(tested, 'refund')(key, AMOUNTS_LATER[wanted], newKey())).toMatchObject({ status })
    },
  )
}

function describeAuthorizations<T extends Tested>({ start, newKey, canDo, charge }: Contract<T>): void {
  test('an authorization that is ended elsewhere can be neither captured nor reversed', async () => {
    const tested = await start()
    if (!canDo(tested, 'endsElsewhere')) return
    const [ended, captured] = [newKey(), newKey()]
    for (const key of [ended, captured]) {
      expect(await charge(tested, key, 'endsElsewhere')).toMatchObject({ status: 'review' })
    }
    const amount = AMOUNTS_LATER.endsElsewhere
    expect(await follow(tested, 'capture')(captured, amount, newKey())).toMatchObject({ status: 'approved' })

    const event = await happen(tested, ended)

    expect(event).toMatchObject({ key: ended, happened: { type: 'authorizationEnded' } })
    for (const kind of ['capture', 'reverse', 'refund'] as const) {
      expect(await follow(tested, kind)(ended, amount, newKey())).toMatchObject({ status: 'declined' })
    }
    expect(await happen(tested, captured)).toBeUndefined()
  })

  test('a review with a deadline is captured before it, and not afterwards', async () => {
    const tested = await start()
    if (!canDo(tested, 'hasDeadline')) return
    const [early, late] = [newKey(), newKey()]
    const outcomes = [await charge(tested, early, 'hasDeadline'), await charge(tested, late, 'hasDeadline')]
    const deadlines = outcomes.map((outcome) => (outcome.status === 'review' ? outcome.decideBy : undefined))
    const amount = AMOUNTS_LATER.hasDeadline

    expect(deadlines).toEqual([expect.any(Temporal.Instant), expect.any(Temporal.Instant)])
    expect(await follow(tested, 'capture')(early, amount, newKey())).toMatchObject({ status: 'approved' })
    await tested.passUntil?.(deadlines[1] as Temporal.Instant)

    for (const kind of ['capture', 'reverse'] as const) {
      expect(await follow(tested, kind)(late, amount, newKey())).toMatchObject({ status: 'declined' })
    }
    expect(await follow(tested, 'refund')(early, amount, newKey())).toMatchObject({ status: 'approved' })
  })
}
