import { describe, expect, test } from 'vitest'
import { INVOICE_STATUSES, type InvoiceStatus } from './invoice.ts'
import {
  CONDITIONS,
  CREATIONS,
  type Facts,
  type InvoiceMail,
  isPossible,
  moveFor,
  RULES,
  ruleFor,
  TRIGGERS,
  type Trigger,
} from './state-machine.ts'

const facts: Facts = {
  deliveryMode: 'email',
  hasReservation: false,
  leavesBalance: true,
  hasEarlierPayments: false,
  isTaken: false,
  hasOtherReview: false,
  wasSentBefore: false,
}
const none = { deliveryMode: 'none' } as const
const prefix = 'invoicing.customer.invoice'
const refusalOf = (trigger: Trigger, status: InvoiceStatus, given: Partial<Facts> = {}) => {
  const rule = ruleFor(trigger, status, { ...facts, ...given })
  return 'refusal' in rule ? rule.refusal : undefined
}

/** The specification's first table of "States and transitions", row by row. */
test.each([
  ['none', 'later', 'DRAFT', ['DRAFT'], undefined, undefined],
  ['email', 'later', 'DRAFT', ['DRAFT'], undefined, undefined],
  ['email', 'immediately', 'SENT', ['CREATE', 'SEND'], `${prefix}.send`, 'invoice'],
  ['none', 'immediately', 'CREATED', ['CREATE'], undefined, undefined],
] as const)('created with deliveryMode %s, sent %s: %s', (mode, when, to, history, event, mail) => {
  expect(CREATIONS[mode][when]).toEqual({ to, history, event, mail })
})

type Row = readonly [
  InvoiceStatus,
  Trigger,
  Partial<Facts>,
  InvoiceStatus,
  string | undefined,
  string | undefined,
  InvoiceMail | undefined,
]
/** Its second table, and what the decisions add: from, trigger, condition, to, history, event, mail. */
const TRANSITIONS: readonly Row[] = [
  ['DRAFT', 'send', {}, 'SENT', 'SEND', 'send', 'invoice'],
  ['DRAFT', 'send', none, 'CREATED', 'CREATE', undefined, undefined],
  ['CREATED', 'send', {}, 'SENT', 'SEND', 'send', 'invoice'],
  ['SENT', 'send', {}, 'SENT', 'RESEND', 'send', 'resend'],
  ['PARTIAL', 'send', {}, 'PARTIAL', 'RESEND', 'partial-resend', 'resend'],
  ['SENT', 'send', { hasReservation: true }, 'SENT', 'RESEND', 'send', 'resend'],
  ['DRAFT', 'publish', {}, 'CREATED', 'CREATE', undefined, undefined],
  ['DRAFT', 'publish', none, 'CREATED', 'CREATE', undefined, undefined],
  ['DRAFT', 'cancel', {}, 'CANCELED', 'CANCEL', 'cancel', undefined],
  ['CREATED', 'cancel', {}, 'CANCELED', 'CANCEL', 'cancel', undefined],
  ['SENT', 'cancel', {}, 'CANCELED', 'CANCEL', 'cancel', 'cancellation'],
  ['SENT', 'cancel', none, 'CANCELED', 'CANCEL', 'cancel', undefined],
  ['DRAFT', 'update', {}, 'DRAFT', 'UPDATE', undefined, undefined],
  ['CREATED', 'update', {}, 'CREATED', 'UPDATE', undefined, undefined],
  ['SENT', 'update', {}, 'SENT', 'UPDATE', undefined, undefined],
  ['CREATED', 'reserve', {}, 'CREATED', undefined, undefined, undefined],
  ['SENT', 'reserve', {}, 'SENT', undefined, undefined, undefined],
  ['PARTIAL', 'reserve', {}, 'PARTIAL', undefined, undefined, undefined],
  ['CREATED', 'payInPart', {}, 'PARTIAL', 'PAYMENT', 'partial-payment', undefined],
  ['SENT', 'payInPart', {}, 'PARTIAL', 'PAYMENT', 'partial-payment', undefined],
  ['PARTIAL', 'payInPart', {}, 'PARTIAL', 'PAYMENT', 'partial-payment', undefined],
  ['PENDING', 'payInPart', { isTaken: true }, 'PENDING', 'PAYMENT', 'partial-payment', undefined],
  ['CREATED', 'payInFull', {}, 'PAID', 'PAYMENT', 'paid', undefined],
  ['SENT', 'payInFull', {}, 'PAID', 'PAYMENT', 'paid', undefined],
  ['PARTIAL', 'payInFull', {}, 'PAID', 'PAYMENT', 'paid', undefined],
  ['CREATED', 'holdForReview', {}, 'PENDING', 'PENDING', undefined, undefined],
  ['SENT', 'holdForReview', {}, 'PENDING', 'PENDING', undefined, undefined],
  ['PARTIAL', 'holdForReview', {}, 'PENDING', 'PENDING', undefined, undefined],
  ['PENDING', 'holdForReview', {}, 'PENDING', 'PENDING', undefined, undefined],
  ['PENDING', 'acceptReview', { hasOtherReview: true }, 'PENDING', 'PAYMENT', 'partial-payment', undefined],
  ['PENDING', 'rejectReview', { hasOtherReview: true }, 'PENDING', 'REJECTED', undefined, undefined],
  ['PARTIAL', 'reversePayment', { hasEarlierPayments: true }, 'PARTIAL', undefined, undefined, undefined],
  ['PARTIAL', 'reversePayment', { wasSentBefore: true }, 'SENT', undefined, undefined, undefined],
  ['PARTIAL', 'reversePayment', {}, 'CREATED', undefined, undefined, undefined],
  ['PAID', 'reversePayment', { hasEarlierPayments: true }, 'PARTIAL', undefined, undefined, undefined],
  ['PAID', 'reversePayment', { wasSentBefore: true }, 'SENT', undefined, undefined, undefined],
  ['PAID', 'reversePayment', {}, 'CREATED', undefined, undefined, undefined],
  ['PENDING', 'reversePayment', {}, 'PENDING', undefined, undefined, undefined],
  ['PENDING', 'acceptReview', { leavesBalance: false }, 'PAID', 'PAYMENT', 'paid', undefined],
  ['PENDING', 'acceptReview', {}, 'PARTIAL', 'PAYMENT', 'partial-payment', undefined],
  ['PENDING', 'rejectReview', {}, 'SENT', 'REJECTED', undefined, undefined],
  ['PENDING', 'rejectReview', { hasEarlierPayments: true }, 'PARTIAL', 'REJECTED', undefined, undefined],
  ['SENT', 'remind', {}, 'SENT', 'REMINDER', undefined, undefined],
  ['PARTIAL', 'remind', {}, 'PARTIAL', 'REMINDER', undefined, undefined],
  ['SENT', 'returnUndelivered', {}, 'CREATED', undefined, undefined, undefined],
]

test.each(TRANSITIONS)('%s, %s, %o: %s', (from, trigger, given, to, history, event, mail) => {
  const move = moveFor(trigger, from, { ...facts, ...given })

  expect(move.to).toBe(to)
  expect(move.history).toBe(history)
  expect(move.event).toBe(event === undefined ? undefined : `${prefix}.${event}`)
  expect(move.mail).toBe(mail)
  expect(move.sentence).toMatch(/\.$/)
})

/** Moves that the specification's rules and the decisions forbid, with the message of the refusal. */
test.each([
  ['PARTIAL', 'update', 'An invoice with a payment cannot be updated.'],
  ['PAID', 'update', 'An invoice with a payment cannot be updated.'],
  ['PENDING', 'update', 'While a payment is under review the invoice cannot be updated.'],
  ['CANCELED', 'update', 'A canceled invoice cannot be updated.'],
  ['PAID', 'send', 'A fully paid invoice cannot be sent.'],
  ['PENDING', 'send', 'While a payment is under review the invoice cannot be sent.'],
  ['CANCELED', 'send', 'A canceled invoice cannot be sent.'],
  ['PARTIAL', 'cancel', 'A partially paid invoice cannot be canceled.'],
  ['PAID', 'cancel', 'A fully paid invoice cannot be canceled.'],
  ['PENDING', 'cancel', 'While a payment is under review the invoice cannot be canceled.'],
  ['CANCELED', 'cancel', 'The invoice is already canceled.'],
  ['CANCELED', 'publish', 'A canceled invoice cannot be published.'],
  ['DRAFT', 'payInFull', 'A draft takes no payment: send or publish it first.'],
  ['CANCELED', 'payInFull', 'A canceled invoice takes no payment.'],
  ['PAID', 'payInPart', 'A fully paid invoice takes no further payment.'],
] as const)('%s, %s: %s', (from, trigger, sentence) => {
  expect(refusalOf(trigger, from)).toBe(sentence)
  expect(() => moveFor(trigger, from, facts)).toThrow(
    expect.objectContaining({
      kind: 'invalid',
      code: 'ACTION_NOT_ALLOWED',
      message: `Requested action is not allowed. ${sentence}`,
    }),
  )
})

test.each(['CREATED', 'SENT', 'PARTIAL'] as const)(
  'in %s an invoice with deliveryMode none is not sent, and the reason says what to do',
  (status) => {
    expect(refusalOf('send', status, none)).toContain('set deliveryMode to email first')
  },
)

test.each(['DRAFT', 'CREATED', 'SENT'] as const)(
  'while a payment is on its way, %s is neither updated nor canceled',
  (status) => {
    expect(refusalOf('update', status, { hasReservation: true })).toContain('on its way')
    expect(refusalOf('cancel', status, { hasReservation: true })).toContain('on its way')
  },
)

test('only a draft can be published', () => {
  const published = INVOICE_STATUSES.filter((status) => isPossible('publish', status))

  expect(published).toEqual(['DRAFT'])
})

describe('every status and trigger', () => {
  const cells = INVOICE_STATUSES.flatMap((status) => TRIGGERS.map((trigger) => [status, trigger] as const))

  test.each(cells)('%s, %s: listed above, or refused with a sentence', (status, trigger) => {
    const isListed = TRANSITIONS.some(([from, by]) => from === status && by === trigger)

    expect(isPossible(trigger, status)).toBe(isListed)
    for (const rule of RULES[trigger][status]) {
      if ('refusal' in rule) expect(rule.refusal).toMatch(/^[A-Z].*\.$/)
    }
  })

  test('conditional rules come before the unconditional one, and each is used', () => {
    const rules = cells.flatMap(([status, trigger]) => [...RULES[trigger][status]])
    const used = new Set(rules.flatMap(({ when }) => (when === undefined ? [] : [when])))

    expect([...used].sort()).toEqual(Object.keys(CONDITIONS).sort())
  })

  test('while a payment is under review, paying, updating, sending, publishing, reminding and canceling are refused', () => {
    const possible = TRIGGERS.filter((trigger) => !refusalOf(trigger, 'PENDING'))

    expect(possible).toEqual(['holdForReview', 'acceptReview', 'rejectReview', 'reversePayment'])
  })

  test('a canceled invoice never changes, and a fully paid one only when a payment is reversed', () => {
    const possibleIn = (status: InvoiceStatus) => TRIGGERS.filter((trigger) => isPossible(trigger, status))

    expect(possibleIn('CANCELED')).toEqual([])
    expect(possibleIn('PAID')).toEqual(['reversePayment'])
  })
})
