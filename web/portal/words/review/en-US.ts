// pure
import { plural } from '../../../../src/kernel/wording/plural.ts'

type Spanned = { readonly span: string }
type Named = { readonly name: string }
type Numbered = { readonly number: string }
type Amount = { readonly amount: string }
type Deadline = { readonly time: string; readonly span: string }
type Holding = { readonly name: string; readonly time: string }
type Counted = { readonly count: number; readonly text: string }

/** The queue of payments under review, and one of them. */
export const words = {
  title: 'Review',
  queue: 'Payments under review',
  switchedOff: 'Fraud management is off for this organization: no further payments are held for review.',
  empty: 'Nothing to review',
  emptyText: 'Payments that are held for review appear here, the most urgent first.',
  choose: 'Choose a payment, or press j.',
  more: 'Further payments move up when these are decided on.',
  waits: ({ span }: Spanned) => `for ${span}`,
  left: ({ span }: Spanned) => `${span} left`,
  you: 'You',
  someone: ({ name }: Named) => name,
  invoice: ({ number }: Numbered) => `Invoice ${number}`,
  deadline: ({ time, span }: Deadline) => `Decide by ${time} (${span} left)`,
  accept: 'Accept',
  reject: 'Reject',
  notYours: 'Your role can see reviews, but not decide on them.',
  isDeciding: 'A decision is being carried out.',
  notHeld: 'You can decide once the payment is yours.',
  failed: 'The payment could not be loaded',
  heldBySomeone: 'Somebody else is on this payment.',
  heldBy: ({ name, time }: Holding) => `${name} is on this payment since ${time}.`,
  takeOver: 'Take over',
  takenOver: 'The payment is yours now.',
  comment: 'Comment',
  commentHelp: 'Kept with the payment and in the reports.',
  notCarriedOut: 'The payment provider did not carry out the decision. Please try again.',
  decisions: {
    accept: {
      question: ({ amount }: Amount) => `Accept ${amount}?`,
      text: 'The payment is captured, and the payer gets a receipt.',
      confirm: ({ amount }: Amount) => `Accept ${amount}`,
      done: ({ amount }: Amount) => `${amount} is accepted.`,
    },
    reject: {
      question: ({ amount }: Amount) => `Reject ${amount}?`,
      text: 'The authorized amount is given back, and the invoice can be paid again.',
      confirm: ({ amount }: Amount) => `Reject ${amount}`,
      done: ({ amount }: Amount) => `${amount} is rejected.`,
    },
  },
  since: 'Under review since',
  shipTo: 'Ships to',
  bin: 'First digits',
  cardCountry: 'Card issued in',
  network: 'Card network',
  rules: 'Why it is held',
  earlier: 'Earlier payments of this customer',
  firstTime: 'This address has paid nothing before.',
  noAddress: 'Earlier payments are not known: the payer gave no email address.',
  count: ({ count, text }: Counted) =>
    plural('en-US', count, { one: `${text} payment waits`, other: `${text} payments wait` }),
  disputes: ({ count, text }: Counted) => plural('en-US', count, { one: `${text} dispute`, other: `${text} disputes` }),
}
