import { parseDecimal } from '../../../kernel/decimal.ts'
import { formatMoney, moneyOf } from '../../../kernel/money.ts'
import {
  listOf,
  members,
  optional,
  type Reader,
  refused,
  required,
  valueOrThrow,
} from '../../../kernel/reading/reading.ts'
import { given, instant, oneOf, plainText } from '../../../kernel/reading/text-readers.ts'
import { parseJson } from '../../../platform/http/bodies/parse-json.ts'
import type { Secrets } from '../../../platform/secrets/secrets.ts'
import { DECLINE_REASONS, type IncomingEvent, type Outcome, type ProcessorEvent } from '../../port/port.ts'

/** Has the signature of the body, in hexadecimal. */
const SIGNATURE_HEADER = 'sandbox-signature'

/** Signatures are bound to the organization, so that an event cannot be sent to another one's address. */
function purposeOf(organizationId: string): string {
  return `sandbox processor events of ${organizationId}`
}

/** An event as the sandbox sends it. An outcome is not in it: its receiver asks the sandbox's books. */
type SentEvent = Omit<ProcessorEvent, 'happened' | 'organizationId'> & {
  readonly happened: Exclude<ProcessorEvent['happened'], { type: 'outcome' }> | { readonly type: 'outcome' }
}

/** Headers and body of a request that brings these events, signed with the installation's secret key. */
export function sandboxEventRequest(secrets: Secrets, organizationId: string, events: readonly SentEvent[]) {
  const body = JSON.stringify({ events: events.map(writtenEvent) })
  const signature = secrets.code(purposeOf(organizationId), body).toString('hex')
  return { headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signature }, body }
}

function writtenEvent({ happened, at, ...event }: SentEvent) {
  const { amount, ...words } = { amount: undefined, ...happened }
  const money = amount === undefined ? {} : { amount: formatMoney(amount), currency: amount.currency }
  return { ...event, at: at.toString(), ...words, ...money }
}

const TEXT = given(plainText(255))
const TYPES = [
  ...(['outcome', 'chargeback', 'bankReturn', 'disputeEnded', 'refundedElsewhere', 'refundFailed'] as const),
  'authorizationEnded',
] as const

const MEMBERS = members({
  eventId: required(TEXT),
  key: required(TEXT),
  at: required(given(instant)),
  type: required(given(oneOf(TYPES))),
  amount: optional(TEXT),
  currency: optional(TEXT),
  reasonCode: optional(TEXT),
  reference: optional(TEXT),
  result: optional(given(oneOf(['won', 'lost']))),
  reason: optional(given(oneOf(DECLINE_REASONS))),
})
type Sent = typeof MEMBERS extends Reader<infer Value> ? Value : never

/** The event that was sent; undefined if a member that its type needs is missing. */
function happenedIn(sent: Sent): SentEvent['happened'] | undefined {
  const { type, reasonCode = '', reference, result, reason } = sent
  const amount = moneyIn(sent)
  switch (type) {
    case 'outcome':
    case 'authorizationEnded':
      return { type }
    case 'chargeback':
    case 'bankReturn':
      // A dispute that is not named is named after its event.
      return amount && { type, amount, reasonCode, reference: reference ?? sent.eventId }
    case 'disputeEnded':
      return reference === undefined || result === undefined ? undefined : { type, reference, result }
    case 'refundedElsewhere':
      return reference === undefined || amount === undefined ? undefined : { type, amount, reference }
    case 'refundFailed':
      return { type, reason: reason ?? 'declined', ...(reference === undefined ? {} : { reference }) }
  }
}

const EVENT: Reader<SentEvent> = (raw, field) => {
  const read = MEMBERS(raw, field)
  if ('problems' in read) return read
  const { eventId, key, at, type } = read.value
  const happened = happenedIn(read.value)
  return happened === undefined ? refused(`${field}.type`, MISSING[type]) : { value: { eventId, key, at, happened } }
}
const NEEDS_AMOUNT = 'needs an amount in the currency'
const MISSING: Readonly<Record<Sent['type'], string>> = {
  ...{ outcome: '', authorizationEnded: '', refundFailed: '' },
  ...{ chargeback: NEEDS_AMOUNT, bankReturn: NEEDS_AMOUNT },
  refundedElsewhere: 'needs an amount in the currency, and a reference',
  disputeEnded: 'needs a reference and a result',
}
const EVENTS = members({ events: required(listOf(EVENT)) })

function moneyIn({
  amount,
  currency,
}: {
  readonly amount?: string | undefined
  readonly currency?: string | undefined
}) {
  const decimal = parseDecimal(amount ?? '')
  return decimal === undefined || currency === undefined ? undefined : moneyOf(decimal, currency)
}

/** Reads events that the sandbox has signed; undefined for any other request. A signed one that is malformed is refused. */
export async function readSandboxEvents(
  secrets: Secrets,
  { organizationId, headers, body }: IncomingEvent,
  outcomeOf: (event: Pick<ProcessorEvent, 'organizationId' | 'key'>) => Promise<Outcome>,
): Promise<readonly ProcessorEvent[] | undefined> {
  const { [SIGNATURE_HEADER]: signature } = headers
  if (typeof signature !== 'string') return undefined
  if (!secrets.isCodeOf(Buffer.from(signature, 'hex'), purposeOf(organizationId), Buffer.from(body))) return undefined
  const { events } = valueOrThrow(EVENTS(parseJson(Buffer.from(body).toString()), ''))
  return Promise.all(
    events.map(async ({ happened, ...sent }): Promise<ProcessorEvent> => {
      const event = { ...sent, organizationId }
      if (happened.type !== 'outcome') return { ...event, happened }
      return { ...event, happened: { type: 'outcome', outcome: await outcomeOf(event) } }
    }),
  )
}
