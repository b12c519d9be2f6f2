// pure
import { factsOf } from '../rules/change.ts'
import type { Invoice } from '../rules/invoice.ts'
import { recipientProblems } from '../rules/offered.ts'
import { owedOn, payableOf, refusalSentence } from '../rules/payable.ts'
import { needlessReminder } from '../rules/reminded.ts'
import { ruleFor, type Trigger } from '../rules/state-machine.ts'

/** The actions of a merchant on an invoice. */
export const MERCHANT_ACTIONS = ['send', 'publish', 'remind', 'cancel', 'update', 'recordPayment'] as const
export type MerchantAction = (typeof MERCHANT_ACTIONS)[number]

const TRIGGERS: Readonly<Record<MerchantAction, Trigger>> = {
  send: 'send',
  publish: 'publish',
  remind: 'remind',
  cancel: 'cancel',
  update: 'update',
  // In every status it is refused as a full payment is.
  recordPayment: 'payInPart',
}

const NO_RECIPIENT = 'The customer’s name and email address are required to send the invoice by email.'

/** Why the action would be refused now; undefined if it would succeed, given a valid body. */
export function refusalOf(
  action: MerchantAction,
  invoice: Invoice,
  { at }: { readonly at: Temporal.Instant },
): string | undefined {
  const rule = ruleFor(TRIGGERS[action], invoice.status, factsOf(invoice))
  if ('refusal' in rule) return rule.refusal
  if (action === 'remind') return needlessReminder(invoice, at) ?? recipientRefusal(invoice)
  if (action === 'recordPayment') return paymentRefusal(invoice)
  return action === 'send' && rule.mail !== undefined ? recipientRefusal(invoice) : undefined
}

/** Whether the action mails the customer something again, which is limited. */
export function isRepeatedMail(action: MerchantAction, { status }: Pick<Invoice, 'status'>): boolean {
  return action === 'remind' || (action === 'send' && status !== 'DRAFT')
}

function recipientRefusal(invoice: Invoice): string | undefined {
  return recipientProblems(invoice).length === 0 ? undefined : NO_RECIPIENT
}

function paymentRefusal(invoice: Invoice): string | undefined {
  const owed = owedOn(invoice)
  const { kind } = payableOf(owed)
  if (kind === 'nothing') return refusalSentence(owed, 'nothingToPay')
  return kind === 'held' ? refusalSentence(owed, 'held') : undefined
}
