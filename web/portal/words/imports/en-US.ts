// pure
import { plural } from '../../../../src/kernel/wording/plural.ts'

/** A number to choose the form by, and its text in the language. */
type Counted = { readonly count: number; readonly text: string }
type Line = { readonly line: string }

/** Invoices from a file. */
export const words = {
  title: 'Import invoices',
  open: 'Import',
  // Upload.
  choose: 'Choose a CSV file, or drop it here',
  uploading: 'Uploading',
  limits: ({ size, rows, columns }: { readonly size: string; readonly rows: string; readonly columns: string }) =>
    `CSV in UTF-8, separated by commas, semicolons or tabs. Up to ${size} MB, ${rows} rows and ${columns} columns.`,
  understood: 'Columns that are recognized',
  understoodText:
    'The first row has the names of the columns. These names, and usual ones in nine languages, are recognized. You can assign any others yourself.',
  template: 'Download a template',
  recent: 'Recent imports',
  file: 'File',
  status: 'Status',
  unnamed: 'File without a name',
  uploaded: 'Uploaded',
  statuses: { UPLOADED: 'Not imported yet', RUNNING: 'Running', COMPLETED: 'Completed', STOPPED: 'Stopped' },
  failed: 'The imports could not be loaded',
  fileProblems: {
    empty: 'This file is empty. Its first row must have the names of the columns.',
    noRows: 'This file has names of columns, but no rows.',
    tooLarge: ({ size }: { readonly size: string }) => `This file has more than ${size} MB. Divide it.`,
    tooManyRows: ({ rows }: { readonly rows: string }) => `This file has more than ${rows} rows. Divide it.`,
    tooManyColumns: ({ columns }: { readonly columns: string }) => `This file has more than ${columns} columns.`,
    columnTwice: ({ name }: { readonly name: string }) => `Two columns are named ${name}. Each needs its own name.`,
    notCsv: 'This is not a CSV file. In your spreadsheet, save it as CSV UTF-8.',
    notUtf8: 'This file is not in UTF-8. In your spreadsheet, save it as CSV UTF-8.',
    line: ({ line }: Line) => `Line ${line} cannot be read. Look for quotation marks that are not closed.`,
    other: 'This file cannot be read. Save it as CSV UTF-8.',
  },
  // Columns.
  map: 'Assign columns',
  isRemembered: 'Assigned as in your last file with these columns.',
  isSuggested: 'Suggested by the names of the columns. Please check them.',
  column: 'Column',
  firstValues: 'First values',
  noValues: 'No values',
  field: 'Field',
  fieldOf: ({ column }: { readonly column: string }) => `Field of column ${column}`,
  ignore: 'Do not import',
  twice: ({ name }: { readonly name: string }) => `Another column is assigned to ${name}.`,
  general: 'Invoice',
  defaults: 'The same for all invoices',
  defaultsText: 'Used where the file has no value.',
  notation: 'Notation',
  amounts: 'Decimals',
  dates: 'Dates',
  dayFirst: ({ date }: { readonly date: string }) => `Day first (${date})`,
  monthFirst: ({ date }: { readonly date: string }) => `Month first (${date})`,
  askMe: 'Report unclear ones as errors',
  missing: 'These are still missing. Assign a column, or give a value for all invoices.',
  missingLines: 'These are still missing. Assign a column.',
  preview: 'First rows',
  row: ({ place }: { readonly place: string }) => `Row ${place}`,
  check: 'Check file',
  checking: 'Checking the file. Nothing is created yet.',
  remove: 'Delete file',
  removeTitle: 'Delete this file?',
  removeText: 'Its rows and results are deleted. Invoices that were created stay.',
  removed: 'The file is deleted.',
  // Dry run.
  checked: 'Result of the check',
  changeColumns: 'Change columns',
  inFile: 'Invoices in the file',
  valid: 'Without errors',
  known: 'Imported before',
  wrong: 'With errors',
  delivery: 'What happens with them',
  deliveries: { draft: 'Save as drafts', publish: 'Publish without email', send: 'Send by email' },
  outcomes: {
    draft: ({ count, text }: Counted) =>
      plural('en-US', count, {
        one: `${text} invoice is created as a draft. No email is sent.`,
        other: `${text} invoices are created as drafts. No email is sent.`,
      }),
    publish: ({ count, text }: Counted) =>
      plural('en-US', count, {
        one: `${text} invoice is published and can be paid. No email is sent.`,
        other: `${text} invoices are published and can be paid. No email is sent.`,
      }),
    send: ({ count, text }: Counted) =>
      plural('en-US', count, {
        one: `${text} invoice is published and sent to the customer by email.`,
        other: `${text} invoices are published and sent to the customers by email.`,
      }),
  },
  leftOut: ({ count, text }: Counted) =>
    plural('en-US', count, {
      one: `${text} invoice with errors is left out.`,
      other: `${text} invoices with errors are left out.`,
    }),
  notAgain: ({ count, text }: Counted) =>
    plural('en-US', count, {
      one: `${text} invoice was imported before and is not added again.`,
      other: `${text} invoices were imported before and are not added again.`,
    }),
  changed: ({ count, text }: Counted) =>
    plural('en-US', count, {
      one: `${text} of them is different in this file. To change it, edit the invoice itself.`,
      other: `${text} of them are different in this file. To change them, edit the invoices themselves.`,
    }),
  nothing: 'There is nothing to import in this file.',
  run: ({ count, text }: Counted) =>
    plural('en-US', count, { one: `Import ${text} invoice`, other: `Import ${text} invoices` }),
  errors: 'Errors',
  warnings: 'Warnings',
  warningsText: 'These invoices are imported all the same.',
  line: 'Line',
  value: 'Value',
  reason: 'Reason',
  wholeLine: 'Whole line',
  firstListed: ({ shown, total }: { readonly shown: string; readonly total: string }) =>
    `The first ${shown} of ${total} are listed.`,
  download: 'Download errors as CSV',
  corrected: 'Upload corrected file',
  tooMany: 'Too many imports are running. Wait until one has ended.',
  started: 'This file was imported in the meantime.',
  // Run.
  progress: 'Progress',
  rowsDone: ({ done, total }: { readonly done: string; readonly total: string }) => `${done} of ${total} rows`,
  leave: 'You can leave this page. The import continues.',
  stop: 'Stop import',
  stopTitle: 'Stop this import?',
  stopText: 'Invoices that were created stay.',
  completed: 'The import is complete',
  stopped: 'The import was stopped',
  stops: {
    REQUESTED: 'Someone stopped it.',
    ORGANIZATION_SUSPENDED: 'The organization is suspended.',
    other: 'The person or key that started it may no longer create invoices.',
  },
  created: 'Created',
  waitingMails: ({ count, text }: Counted) =>
    plural('en-US', count, {
      one: `${text} email is still waiting to be sent.`,
      other: `${text} emails are still waiting to be sent.`,
    }),
  toInvoices: 'Show invoices',
  another: 'Import another file',
  fields: {
    reference: 'Reference (recognizes an invoice)',
    customerFirstName: 'First name',
    customerLastName: 'Last name',
    requestPhone: 'Ask for a phone number',
    requestShipping: 'Ask for a shipping address',
    transactionReferenceNumber: 'Payment reference',
  },
  reasons: {
    required: 'is missing',
    date: 'is not a date such as 2026-03-09',
    dateOrder: 'may begin with the day or the month: choose how dates begin',
    unclearAmount: 'may have thousands or decimals: choose the decimal mark',
    decimals: ({ places }: { readonly places: string }) => `has more than ${places} decimals`,
    amount: 'is not an amount such as 120.50',
    yesNo: 'is neither yes nor no',
    email: 'is not an email address',
    currency: 'is not a currency code such as USD',
    tooLong: ({ length }: { readonly length: string }) => `has more than ${length} characters`,
    tooShort: ({ length }: { readonly length: string }) => `has fewer than ${length} characters`,
    choice: 'is not one of the possible values',
    wholeNumber: ({ from, until }: { readonly from: string; readonly until: string }) =>
      `is not a whole number from ${from} to ${until}`,
    numberTaken: 'is the number of an existing invoice',
    numberTwice: ({ line }: Line) => `is also the invoice number in line ${line}`,
    referenceTwice: ({ line }: Line) => `is also the reference in line ${line}`,
    differs: ({ line }: Line) => `differs from line ${line} of the same invoice`,
    cells: ({ cells, columns }: { readonly cells: string; readonly columns: string }) =>
      `has ${cells} cells instead of ${columns}`,
    plainText: 'contains characters that are not allowed',
    invoiceNumber: 'must have 1–26 letters, digits, spaces or . _ / - and begin with a letter or digit',
    lettersAndDigits: 'can have only letters and digits',
    personalData: 'looks like data of a person or a card, which is not accepted here',
  },
}
