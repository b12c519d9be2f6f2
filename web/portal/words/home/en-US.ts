// pure
import { plural } from '../../../../src/kernel/wording/plural.ts'

/** A number to choose the form by, and its text in the language. */
type Counted = { readonly count: number; readonly text: string }

/** The first page: what needs attention. */
export const words = {
  title: 'Home',
  nothing: 'Nothing needs your attention',
  nothingText: 'Overdue invoices, payments under review and refused emails are listed here.',
  toInvoices: 'All invoices',
  attention: ({ count, text }: Counted) =>
    plural('en-US', count, { one: `${text} item needs your attention`, other: `${text} items need your attention` }),
  overdue: 'Overdue',
  overdueText: 'Past the due date and not paid in full.',
  underReview: 'Under review',
  underReviewText: 'A payment is waiting for a decision.',
  refusedMails: 'Refused emails',
  refusedMailsText: 'They did not reach the customer. Check the address, then send them again.',
  showAll: ({ text }: { readonly text: string }) => `Show all ${text}`,
  late: ({ count, text }: Counted) => plural('en-US', count, { one: `${text} day late`, other: `${text} days late` }),
  due: ({ day }: { readonly day: string }) => `Due ${day}`,
  refusedAt: ({ time }: { readonly time: string }) => `Refused ${time}`,
  unnamed: 'No name',
  failed: 'This page could not be loaded',
}
