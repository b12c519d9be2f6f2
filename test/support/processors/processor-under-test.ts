import { expect } from 'vitest'
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
import { AMOUNTS_LATER, type LaterHands, type WantedLater } from './later-contract.ts'

type Place = { readonly organizationId: string; readonly key: string }

/** The wanted outcome of a charge, or the wanted fate of its call. */
export type Wanted =
  | 'approved'
  | 'declined'
  | 'review'
  | 'challenge'
  | 'lostAnswer'
  | 'neverArrives'
  | 'declinedLater'
  | WantedLater

/** The payer's input on the processor's page; methods that only the processor knows need none. */
type Checkout = Source | { readonly method: string }

/** A processor with the facts that the contract needs, and with the actions of its payers. */
export type ProcessorUnderTest = LaterHands & {
  readonly processor: Processor
  readonly organizationId: string
  readonly account: string
  readonly method: Method
  /** The source that leads to the wanted outcome; undefined where the processor has none. */
  readonly sourceFor: (wanted: Wanted) => Source | undefined
  /** Where `hosted` is declared: what the payer may choose on the processor's page, and how the facts name it. */
  readonly choices?: readonly { readonly entered: Checkout; readonly method: string }[]
  /** The payer ends a challenge. */
  readonly endChallenge: (place: Place, result: 'passed' | 'failed') => Promise<void>
  /** The payer ends a hosted checkout, by paying or by leaving. */
  readonly endCheckout: (place: Place, entered: Checkout | 'canceled') => Promise<void>
  /** A genuine request of the processor that brings this event. */
  readonly requestWith: (event: ProcessorEvent) => IncomingEvent
}

const CALL_MS_MAX = 300
export const HUNDRED = usd('100.00')
export const NEVER_MORE = { status: 'declined' } as const

export type Start = () => Promise<ProcessorUnderTest>
let keys = 0

/** A new key of ours. */
export function newKey(): string {
  keys += 1
  return `${'1'.repeat(16)}${String(process.pid % 1000).padStart(3, '0')}${String(keys).padStart(3, '0')}`
}

export function callOf({ organizationId, account }: ProcessorUnderTest, key: string, amount: Money = HUNDRED) {
  return {
    ...{ key, organizationId, account, amount, reference: 'INV-1', returnUrl: 'https://pay.example.com/back' },
    ...{ canReview: true, isAuthenticated: false, storesCredential: false },
  }
}

export const soon = (): AbortSignal => AbortSignal.timeout(CALL_MS_MAX)

export function capabilitiesOf({ processor, organizationId, account }: ProcessorUnderTest) {
  return processor.capabilities({ organizationId, account, currency: 'USD' })
}

export function isHosted(tested: ProcessorUnderTest): boolean {
  return capabilitiesOf(tested).hostedMethods.includes(tested.method)
}

export function sourceOf(tested: ProcessorUnderTest, wanted: Wanted): Source {
  const source = tested.sourceFor(wanted)
  if (source === undefined) throw new Error(`The processor cannot be made to end a charge as ${wanted}.`)
  return source
}

/** Charges once, directly or through the processor's page; a repetition starts a hosted checkout again. */
export async function charge(
  tested: ProcessorUnderTest,
  key: string,
  wanted: Wanted,
  given: Partial<ReturnType<typeof callOf>> = {},
): Promise<Outcome> {
  const { processor, organizationId, account, method } = tested
  const source = sourceOf(tested, wanted)
  const amount = wanted in AMOUNTS_LATER ? AMOUNTS_LATER[wanted as WantedLater] : HUNDRED
  const call = { ...callOf(tested, key, amount), ...given }
  if (!isHosted(tested)) return clean(source, await processor.authorize({ ...call, source }, soon()))
  clean(source, await processor.begin({ ...call, method }, soon()))
  await tested.endCheckout({ organizationId, key }, source)
  return clean(source, await processor.outcome({ organizationId, account, key }, soon()))
}

/** Fails if an answer contains the payer's input. */
export function clean<T>(source: Source, answer: T): T {
  const written = JSON.stringify(answer)
  const entered = source.method === 'card' ? [source.card.number] : []
  const account = source.method === 'bankDebit' ? [source.account.accountNumber, source.account.routingNumber] : []
  const token = 'walletToken' in source ? [source.walletToken] : []
  for (const secret of [...entered, ...account, ...token]) expect(written).not.toContain(secret)
  return answer
}

export function factsOf(outcome: Outcome): ProcessorFacts {
  if (!('facts' in outcome) || outcome.facts === undefined) throw new Error(`No facts with ${outcome.status}.`)
  return outcome.facts
}
