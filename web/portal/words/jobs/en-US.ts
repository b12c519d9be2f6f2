// pure
import { plural } from '../../../../src/kernel/wording/plural.ts'

/** A number to choose the form by, and its text in the language. */
type Counted = { readonly count: number; readonly text: string }
type Named = { readonly name: string }
type Timed = { readonly time: string }

/** Actions on many invoices: the dialog that asks, and the pages that show how far they are. */
export const words = {
  actions: { send: 'Send', remind: 'Remind', cancel: 'Cancel' },
  /** A dialog's title and button, and the title of a job. */
  orders: {
    send: ({ count, text }: Counted) =>
      plural('en-US', count, { one: `Send ${text} invoice`, other: `Send ${text} invoices` }),
    remind: ({ count, text }: Counted) =>
      plural('en-US', count, {
        one: `Send a reminder for ${text} invoice`,
        other: `Send reminders for ${text} invoices`,
      }),
    cancel: ({ count, text }: Counted) =>
      plural('en-US', count, { one: `Cancel ${text} invoice`, other: `Cancel ${text} invoices` }),
  },
  effects: {
    send: 'Each customer gets an email with the payment link. Drafts are published. Those that were sent before are sent again.',
    remind: 'Each customer gets a reminder by email.',
    cancel: 'The payment links will accept no more payments. Customers who got an email with the link are notified.',
  },
  cannotUndo: 'This cannot be undone.',
  checking: 'Checking who can take part',
  allCan: 'The status of all of them allows it.',
  someCannot: ({ count, text }: Counted) =>
    plural('en-US', count, {
      one: `The status of ${text} of them does not allow it.`,
      other: `The status of ${text} of them does not allow it.`,
    }),
  withoutEmail: ({ count, text }: Counted) =>
    plural('en-US', count, {
      one: `${text} of them is set to be delivered without email.`,
      other: `${text} of them are set to be delivered without email.`,
    }),
  onlyPublished: ({ count, text }: Counted) =>
    plural('en-US', count, {
      one: `${text} draft is set to be delivered without email: it is only published.`,
      other: `${text} drafts are set to be delivered without email: they are only published.`,
    }),
  noneCan: 'The status of none of them allows it.',
  listed: 'Those that cannot take part stay as they are, and are listed with the reason.',
  mailsWait: 'Emails beyond the hourly limit of your organization wait, and go on by themselves.',
  tooMany: ({ text }: { readonly text: string }) => `At most ${text} at a time. Narrow the filters.`,
  selectionChanged: ({ text }: { readonly text: string }) => `The selection now has ${text}. Nothing was done yet.`,
  nothingSelected: 'Nothing matches the filters any more. Nothing was done.',
  tooManyJobs: 'Too many bulk actions are running. Wait for one of them, or stop it.',
  recent: 'Bulk actions',
  none: 'No bulk actions yet',
  noneText: 'Select invoices in the list to send, remind or cancel many together. Bulk actions are kept for 30 days.',
  toInvoices: 'All invoices',
  toList: 'Back to the list',
  failed: 'The bulk actions could not be loaded',
  states: { RUNNING: 'Running', COMPLETED: 'Completed', STOPPED: 'Stopped' },
  progress: 'Progress',
  progressOf: ({ done, total }: { readonly done: string; readonly total: string }) => `${done} of ${total}`,
  done: 'Done',
  notDone: 'Failed',
  waiting: 'Waiting',
  left: 'Not started',
  summary: ({ done, failed }: { readonly done: string; readonly failed: string }) => `Done: ${done}, failed: ${failed}`,
  started: ({ time }: Timed) => `Started ${time}`,
  startedBy: ({ name, time }: Named & Timed) => `Started by ${name}, ${time}`,
  ended: ({ time }: Timed) => `Ended ${time}`,
  goesOn: 'You can leave this page: it goes on by itself.',
  stop: 'Stop',
  stopped: 'Stopped. Finished ones stay as they are.',
  stopFailed: 'It could not be stopped. Please try again.',
  stoppedBy: ({ name }: Named) => `Stopped by ${name}. Finished ones stay as they are.`,
  stoppedFor: {
    MISSING_PERMISSION: 'Stopped: the person who started it may not do it any more.',
    USER_DISABLED: 'Stopped: the account of the person who started it is disabled.',
    MISSING_SCOPE: 'Stopped: the key that started it may not do it any more.',
    KEY_REVOKED: 'Stopped: the key that started it is revoked or has expired.',
    CODES_REQUIRED: 'Stopped: the person who started it has to set up one-time codes first.',
    ORGANIZATION_SUSPENDED: 'Stopped: the organization is suspended.',
  } as Readonly<Record<string, string>>,
  failures: ({ count, text }: Counted) =>
    plural('en-US', count, { one: `${text} could not be processed`, other: `${text} could not be processed` }),
  number: 'Number',
  reason: 'Reason',
  selectFailed: 'Select these invoices',
  showMore: 'Show more',
  mailsLeaving: ({ count, text }: Counted) =>
    plural('en-US', count, {
      one: `${text} email is about to be sent.`,
      other: `${text} emails are about to be sent.`,
    }),
  mailsHeld: ({ count, text, time }: Counted & Timed) =>
    plural('en-US', count, {
      one: `${text} email waits because of the hourly limit of the organization. It goes on ${time}.`,
      other: `${text} emails wait because of the hourly limit of the organization. They go on ${time}.`,
    }),
  reasons: {
    TOO_MANY_RESENDS: 'Sent to this customer again too recently, or too often today. Try again later.',
    NOT_FOUND: 'This invoice does not exist.',
    INTERNAL_ERROR: 'The service met an error. Try again later.',
    addressRefused: 'The mail server has refused the customer’s address before. Change it, or send this one by itself.',
    unknown: 'Not possible now.',
  },
}
