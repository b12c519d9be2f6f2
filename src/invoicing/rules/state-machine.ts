// pure
import { actionNotAllowed } from '../../kernel/action-not-allowed.ts'
import { type DeliveryMode, type HistoryEvent, INVOICE_STATUSES, type InvoiceStatus } from './invoice.ts'
import { INVOICE_EVENTS, type InvoiceEventType } from './invoice-event.ts'

/** Triggers of a change: actions of the merchant, payments and their reviews. */
export const TRIGGERS = [
  'update',
  'send',
  'publish',
  'cancel',
  'reserve',
  'payInPart',
  'payInFull',
  'holdForReview',
  'acceptReview',
  'rejectReview',
  'reversePayment',
  'remind',
  'returnUndelivered',
] as const
export type Trigger = (typeof TRIGGERS)[number]

/** The facts that rules depend on besides the status. */
export type Facts = {
  readonly deliveryMode: DeliveryMode
  /** Payments in progress have reserved a part of the balance. */
  readonly hasReservation: boolean
  /** Something is owed after the payment in question, if there is one. */
  readonly leavesBalance: boolean
  /** Payments remain besides the one in question, if there is one. */
  readonly hasEarlierPayments: boolean
  /** The payer's money is already taken: the payment had its amount reserved, or its outcome came late. */
  readonly isTaken: boolean
  /** Another payment is under review besides the one in question. */
  readonly hasOtherReview: boolean
  /** The invoice was SENT, not CREATED, before its first payment. */
  readonly wasSentBefore: boolean
}

/** The mails that a move sends to the customer. */
export type InvoiceMail = 'invoice' | 'resend' | 'reminder' | 'overdue-reminder' | 'cancellation'

/** Named as in the documentation. */
export const CONDITIONS = {
  'deliveryMode is email': ({ deliveryMode }: Facts) => deliveryMode === 'email',
  'a payment is on its way': ({ hasReservation }: Facts) => hasReservation,
  'a balance remains': ({ leavesBalance }: Facts) => leavesBalance,
  'earlier payments remain': ({ hasEarlierPayments }: Facts) => hasEarlierPayments,
  'its money is already taken': ({ isTaken }: Facts) => isTaken,
  'another payment is under review': ({ hasOtherReview }: Facts) => hasOtherReview,
  'it was SENT before its first payment': ({ wasSentBefore }: Facts) => wasSentBefore,
}
type Condition = keyof typeof CONDITIONS

export type Move = {
  readonly to: InvoiceStatus
  readonly history: HistoryEvent | undefined
  readonly event: InvoiceEventType | undefined
  readonly mail: InvoiceMail | undefined
  /** The meaning of the move, for the documentation. */
  readonly sentence: string
}
type Refusal = { readonly refusal: string }
type When = { readonly when: Condition }
type Always = { readonly when?: undefined }
export type Rule = (Move | Refusal) & (When | Always)
/** The first rule whose condition is true decides; the last one has none, so that there is always one. */
type Rules = readonly [...((Move | Refusal) & When)[], (Move | Refusal) & Always]

function move(to: InvoiceStatus, sentence: string, effects: Partial<Omit<Move, 'to' | 'sentence'>>): Move {
  return { history: undefined, event: undefined, mail: undefined, ...effects, to, sentence }
}
function refused(refusal: string): Rules {
  return [{ refusal }]
}
function inEveryStatus(refusal: string): Readonly<Record<InvoiceStatus, Rules>> {
  const rules = INVOICE_STATUSES.map((status) => [status, refused(refusal)] as const)
  return Object.fromEntries(rules) as Readonly<Record<InvoiceStatus, Rules>>
}

const updated = (status: InvoiceStatus): Move =>
  move(status, 'The terms are replaced; the status stays.', { history: 'UPDATE' })
const UPDATE_WAITS: Refusal & When = {
  when: 'a payment is on its way',
  refusal: 'While a payment is on its way the invoice cannot be updated.',
}
const NOT_MAILED: Rules = refused(
  'An invoice with deliveryMode none cannot be sent by email: set deliveryMode to email first.',
)
const mailed = (to: InvoiceStatus, effects: Pick<Move, 'history' | 'event' | 'mail'>, sentence: string): Rules => [
  { when: 'deliveryMode is email', ...move(to, sentence, effects) },
  ...NOT_MAILED,
]
const canceled = move('CANCELED', 'The invoice is canceled; its link takes no payment.', {
  history: 'CANCEL',
  event: INVOICE_EVENTS.cancel,
})
/** A customer who received the invoice by mail learns that it need not be paid. */
const canceledByMail: Move & When = {
  when: 'deliveryMode is email',
  ...canceled,
  sentence: 'The invoice is canceled and its link takes no payment; the customer is notified by mail.',
  mail: 'cancellation',
}
const CANCEL_WAITS: Refusal & When = {
  when: 'a payment is on its way',
  refusal: 'While a payment is on its way the invoice cannot be canceled.',
}
const reserved = (status: InvoiceStatus): Rules => [
  move(status, 'An attempt to pay reserves its amount; the status stays.', {}),
]
const partlyPaid = (to: InvoiceStatus, sentence: string): Move =>
  move(to, sentence, { history: 'PAYMENT', event: INVOICE_EVENTS.partialPayment })
const fullyPaid = move('PAID', 'The invoice is fully paid; the customer is notified.', {
  history: 'PAYMENT',
  event: INVOICE_EVENTS.paid,
})
const held = move('PENDING', 'The payment waits for its fraud review.', { history: 'PENDING' })
const NOT_UNDER_REVIEW = inEveryStatus('No payment of the invoice is under review.')
const REVERSED: Rules = [
  { when: 'earlier payments remain', ...move('PARTIAL', 'The payment is reversed; other payments remain.', {}) },
  {
    when: 'it was SENT before its first payment',
    ...move('SENT', 'The only payment is reversed; the whole total is owed again.', {}),
  },
  move('CREATED', 'The only payment is reversed; the whole total is owed again.', {}),
]
const reminded = (status: InvoiceStatus): Rules => [
  // Only the sender knows which of the two reminders it was.
  {
    when: 'deliveryMode is email',
    ...move(status, 'A reminder went out; the status stays.', { history: 'REMINDER' }),
  },
  { refusal: 'An invoice with deliveryMode none has no reminders.' },
]

const REVIEW_TAKES_NO_PAYMENT = refused('While a payment is under review the invoice takes no further payment.')
const takingNoPayment = {
  DRAFT: refused('A draft takes no payment: send or publish it first.'),
  PAID: refused('A fully paid invoice takes no further payment.'),
  PENDING: REVIEW_TAKES_NO_PAYMENT,
  CANCELED: refused('A canceled invoice takes no payment.'),
} as const

/** The effect of every trigger in every status, or the reason for its refusal. */
export const RULES: Readonly<Record<Trigger, Readonly<Record<InvoiceStatus, Rules>>>> = {
  update: {
    DRAFT: [UPDATE_WAITS, updated('DRAFT')],
    CREATED: [UPDATE_WAITS, updated('CREATED')],
    SENT: [UPDATE_WAITS, updated('SENT')],
    PARTIAL: refused('An invoice with a payment cannot be updated.'),
    PAID: refused('An invoice with a payment cannot be updated.'),
    PENDING: refused('While a payment is under review the invoice cannot be updated.'),
    CANCELED: refused('A canceled invoice cannot be updated.'),
  },
  send: {
    DRAFT: [
      {
        when: 'deliveryMode is email',
        ...move('SENT', 'The invoice is published and mailed to the customer.', {
          history: 'SEND',
          event: INVOICE_EVENTS.send,
          mail: 'invoice',
        }),
      },
      move('CREATED', 'The invoice is published; the merchant shares its payment link.', {
        history: 'CREATE',
      }),
    ],
    CREATED: mailed(
      'SENT',
      { history: 'SEND', event: INVOICE_EVENTS.send, mail: 'invoice' },
      'The invoice is mailed to the customer.',
    ),
    SENT: mailed(
      'SENT',
      { history: 'RESEND', event: INVOICE_EVENTS.send, mail: 'resend' },
      'The invoice is mailed to the customer again.',
    ),
    PARTIAL: mailed(
      'PARTIAL',
      { history: 'RESEND', event: INVOICE_EVENTS.partialResend, mail: 'resend' },
      'The invoice is mailed to the customer again and stays partly paid.',
    ),
    PAID: refused('A fully paid invoice cannot be sent.'),
    PENDING: refused('While a payment is under review the invoice cannot be sent.'),
    CANCELED: refused('A canceled invoice cannot be sent.'),
  },
  publish: {
    ...inEveryStatus('Only a draft can be published; the invoice is already published.'),
    DRAFT: [move('CREATED', 'The invoice is published without an email.', { history: 'CREATE' })],
    CANCELED: refused('A canceled invoice cannot be published.'),
  },
  cancel: {
    DRAFT: [CANCEL_WAITS, canceled],
    CREATED: [CANCEL_WAITS, canceled],
    SENT: [CANCEL_WAITS, canceledByMail, canceled],
    PARTIAL: refused('A partially paid invoice cannot be canceled.'),
    PAID: refused('A fully paid invoice cannot be canceled.'),
    PENDING: refused('While a payment is under review the invoice cannot be canceled.'),
    CANCELED: refused('The invoice is already canceled.'),
  },
  reserve: {
    ...takingNoPayment,
    CREATED: reserved('CREATED'),
    SENT: reserved('SENT'),
    PARTIAL: reserved('PARTIAL'),
  },
  payInPart: {
    ...takingNoPayment,
    CREATED: [partlyPaid('PARTIAL', 'A part is paid, the balance remains.')],
    SENT: [partlyPaid('PARTIAL', 'A part is paid, the balance remains.')],
    PARTIAL: [partlyPaid('PARTIAL', 'A further part is paid, the balance remains.')],
    PENDING: [
      {
        // It had begun before the other one was held.
        when: 'its money is already taken',
        ...partlyPaid('PENDING', 'A part is paid while another payment is under review.'),
      },
      ...REVIEW_TAKES_NO_PAYMENT,
    ],
  },
  payInFull: {
    ...takingNoPayment,
    CREATED: [fullyPaid],
    SENT: [fullyPaid],
    PARTIAL: [fullyPaid],
  },
  holdForReview: {
    ...takingNoPayment,
    CREATED: [held],
    SENT: [held],
    PARTIAL: [held],
    // It had begun before the other one was held.
    PENDING: [{ ...held, sentence: 'A further payment waits for its fraud review.' }],
  },
  acceptReview: {
    ...NOT_UNDER_REVIEW,
    PENDING: [
      {
        when: 'another payment is under review',
        ...partlyPaid('PENDING', 'The merchant accepts the payment; another one is still under review.'),
      },
      {
        when: 'a balance remains',
        ...partlyPaid('PARTIAL', 'The merchant accepts the payment; the balance remains.'),
      },
      { ...fullyPaid, sentence: 'The merchant accepts the payment; nothing is owed any more.' },
    ],
  },
  rejectReview: {
    ...NOT_UNDER_REVIEW,
    PENDING: [
      {
        when: 'another payment is under review',
        ...move('PENDING', 'The merchant rejects the payment; another one is still under review.', {
          history: 'REJECTED',
        }),
      },
      {
        when: 'earlier payments remain',
        ...move('PARTIAL', 'The merchant rejects the payment; earlier ones remain.', {
          history: 'REJECTED',
        }),
      },
      move('SENT', 'The merchant rejects the payment.', { history: 'REJECTED' }),
    ],
  },
  reversePayment: {
    ...inEveryStatus('No payment of the invoice can be reversed.'),
    PARTIAL: REVERSED,
    PAID: REVERSED,
    PENDING: [move('PENDING', 'The payment is reversed; another one is still under review.', {})],
  },
  remind: {
    DRAFT: refused('A draft has no reminders.'),
    CREATED: refused('An invoice that was never mailed has no reminders.'),
    SENT: reminded('SENT'),
    PARTIAL: reminded('PARTIAL'),
    PAID: refused('A fully paid invoice has no reminders.'),
    PENDING: refused('While a payment is under review the invoice has no reminders.'),
    CANCELED: refused('A canceled invoice has no reminders.'),
  },
  returnUndelivered: {
    ...inEveryStatus('Only an invoice that was sent and not paid returns when its mail is refused.'),
    SENT: [
      move('CREATED', 'The mail server refused the mail for good; the merchant shares the link or sends it again.', {}),
    ],
  },
}

export type Creation = {
  readonly to: InvoiceStatus
  /** Oldest first. */
  readonly history: readonly HistoryEvent[]
  readonly event: InvoiceEventType | undefined
  readonly mail: InvoiceMail | undefined
}

const draft: Creation = { to: 'DRAFT', history: ['DRAFT'], event: undefined, mail: undefined }

/** The first status of an invoice with its effects, by its deliveryMode and by sendImmediately. */
export const CREATIONS: Readonly<Record<DeliveryMode, Readonly<Record<'later' | 'immediately', Creation>>>> = {
  none: {
    later: draft,
    immediately: { to: 'CREATED', history: ['CREATE'], event: undefined, mail: undefined },
  },
  email: {
    later: draft,
    immediately: {
      to: 'SENT',
      history: ['CREATE', 'SEND'],
      event: INVOICE_EVENTS.send,
      mail: 'invoice',
    },
  },
}

/** The rule that applies. */
export function ruleFor(trigger: Trigger, status: InvoiceStatus, facts: Facts): Rule {
  const rules: readonly Rule[] = RULES[trigger][status]
  const deciding = rules.find(({ when }) => when === undefined || CONDITIONS[when](facts))
  return deciding as Rule
}

/** The move that the trigger makes; throws a refusal if it makes none. */
export function moveFor(trigger: Trigger, status: InvoiceStatus, facts: Facts): Move {
  const rule = ruleFor(trigger, status, facts)
  if ('refusal' in rule) throw actionNotAllowed(rule.refusal)
  return rule
}

/** Whether the trigger is allowed for any invoice of this status. */
export function isPossible(trigger: Trigger, status: InvoiceStatus): boolean {
  return RULES[trigger][status].some((rule) => !('refusal' in rule))
}
