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
  /** What someone wrote: a reason, a mail server's answer. */
  readonly note?: string | undefined
  readonly tone: 'good' | 'bad' | 'plain'
}

/** What an entry of the timeline says. */
export function entryText(entry: Entry, { words, format }: Wording): EntryText {
  const money = ({ amount, currency }: { readonly amount: string; readonly currency: string }) =>
    format.amount(amount, currency)
  switch (entry.kind) {
    case 'history':
      return { title: words.events[entry.event], tone: 'plain' }
    case 'mail':
      return mailText(entry, words)
    case 'payment':
      return {
        title: `${words.payments[entry.origin]} · ${money(entry)}`,
        state: `${words.paymentStatuses[entry.status]} · ${methodText(entry.method, words)}`,
        tone: entry.status === 'COMPLETED' ? 'good' : entry.status === 'REVIEW' ? 'plain' : 'bad',
      }
    case 'refund':
      return {
        title: `${words.refundEntry} · ${money(entry)}`,
        state: words.refundStatuses[entry.status],
        note: entry.reason ?? undefined,
        tone: entry.status === 'FAILED' ? 'bad' : 'plain',
      }
    case 'review':
      return {
        title: `${words.reviewEntry} · ${money(entry)}`,
        state: entry.decision === null ? undecided(entry.decideBy, words, format) : words.decisions[entry.decision],
        tone: entry.decision === 'ACCEPT' ? 'good' : entry.decision === null ? 'plain' : 'bad',
      }
    case 'dispute':
      return {
        title: `${words.disputeKinds[entry.disputeKind]} · ${money(entry)}`,
        state: words.disputeStatuses[entry.status],
        tone: entry.status === 'won' ? 'good' : 'bad',
      }
    case 'webhook':
      return webhookText(entry, words)
  }
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
