// pure
import type { words as English } from '../../words/detail/en-US.ts'
import type { Entry, MailEntry, WebhookEntry } from './activity.ts'

type Wording = {
  readonly words: typeof English
  readonly format: {
    readonly amount: (amount: string, currency: string) => string
    readonly instant: (instant: string) => string
  }
}

export type EntryText = {
  readonly title: string
  readonly state?: string | undefined
  /** In someone's own words: a reason, a mail server's answer. */
  readonly note?: string | undefined
  readonly tone: 'good' | 'bad' | 'plain'
}

type Texts = {
  readonly [Kind in Entry['kind']]: (entry: Extract<Entry, { readonly kind: Kind }>, wording: Wording) => EntryText
}

const TEXTS: Texts = {
  history: ({ event }, { words }) => ({ title: words.events[event], tone: 'plain' }),
  mail: (entry, { words }) => mailText(entry, words),
  payment: (entry, { words, format }) => ({
    title: `${words.payments[entry.origin]} · ${format.amount(entry.amount, entry.currency)}`,
    state: `${words.paymentStatuses[entry.status]} · ${methodText(entry.method, words)}`,
    tone: PAYMENT_TONES[entry.status],
  }),
  refund: ({ amount, currency, status, reason }, { words, format }) => ({
    title: `${words.refundEntry} · ${format.amount(amount, currency)}`,
    state: words.refundStatuses[status],
    note: reason ?? undefined,
    tone: status === 'FAILED' ? 'bad' : 'plain',
  }),
  review: ({ amount, currency, decision, decideBy }, { words, format }) => ({
    title: `${words.reviewEntry} · ${format.amount(amount, currency)}`,
    state: decision === null ? undecided(decideBy, words, format) : words.decisions[decision],
    tone: decision === null ? 'plain' : DECISION_TONES[decision],
  }),
  dispute: ({ amount, currency, disputeKind, status }, { words, format }) => ({
    title: `${words.disputeKinds[disputeKind]} · ${format.amount(amount, currency)}`,
    state: words.disputeStatuses[status],
    tone: status === 'won' ? 'good' : 'bad',
  }),
  webhook: (entry, { words }) => webhookText(entry, words),
}

const PAYMENT_TONES = { COMPLETED: 'good', REVIEW: 'plain', REJECTED: 'bad', REVERSED: 'bad' } as const
const DECISION_TONES = { ACCEPT: 'good', REJECT: 'bad', EXPIRED: 'bad' } as const

/** The words for an entry of the timeline. */
export function entryText(entry: Entry, wording: Wording): EntryText {
  const textOf = TEXTS[entry.kind] as (entry: Entry, wording: Wording) => EntryText
  return textOf(entry, wording)
}

function undecided(decideBy: string | null, words: Wording['words'], format: Wording['format']): string {
  return decideBy === null ? words.paymentStatuses.REVIEW : words.decideBy({ time: format.instant(decideBy) })
}

const FAILED_MAILS: readonly MailEntry['state'][] = ['refused', 'givenUp']

function mailText({ mailKind, to, state, reason }: MailEntry, words: Wording['words']): EntryText {
  const kinds: Readonly<Record<string, string>> = words.mailKinds
  return {
    title: words.mailTo({ kind: kinds[mailKind] ?? mailKind, email: to }),
    state: words.mailStates[state],
    note: reason ?? undefined,
    tone: FAILED_MAILS.includes(state) ? 'bad' : state === 'handedOver' ? 'good' : 'plain',
  }
}

const WEBHOOK_STATES: Readonly<Record<string, 'delivered' | 'failed'>> = {
  DELIVERED: 'delivered',
  FAILED: 'failed',
}

function webhookText({ eventType, state, attempts, reason }: WebhookEntry, words: Wording['words']): EntryText {
  const shown = WEBHOOK_STATES[state.toUpperCase()] ?? 'waiting'
  return {
    title: words.webhook({ event: eventType }),
    state: `${words.webhookStates[shown]} · ${words.attempts({ count: attempts })}`,
    note: shown === 'delivered' ? undefined : (reason ?? undefined),
    tone: shown === 'failed' ? 'bad' : 'plain',
  }
}

/** How the payer paid; a processor's own name of a method stays as it is. */
function methodText(method: string, words: Wording['words']): string {
  const methods: Readonly<Record<string, string>> = words.methods
  return methods[method] ?? method
}
