import Type from 'typebox'
import { CURRENCIES } from '../../kernel/currency.ts'
import { DECIMAL_MARKS } from '../../kernel/reading/typed-amount.ts'
import { ActorNameContract, JobStopContract, WaitingMailsContract } from '../bulk/contract.ts'
import { DELIMITERS, FILE_NAME_LENGTH_MAX, IMPORT_STATUSES, OUTCOMES } from './invoice-import.ts'
import { IMPORT_TARGETS } from './reading/import-fields.ts'
import { DATE_ORDERS, DELIVERIES } from './reading/import-options.ts'

/** The documented form of imports of invoices. */

export const RESULTS_MAX = 1_000
export const RESULTS_DEFAULT = 100
export const IMPORTS_LISTED_MAX = 50
export const IMPORTS_LISTED_DEFAULT = 20

const TARGETS = `${IMPORT_TARGETS.join(', ')}, or customField. and the id of a custom field`

const OPTIONS = {
  mapping: Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()]), {
    description: `The field of each column, by the column’s name; null, or left out: it is ignored. One of ${TARGETS}.`,
    examples: [{ Rechnungsnummer: 'invoiceNumber', Betrag: 'totalAmount' }],
  }),
  defaults: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description: 'Values of fields whose cell is empty, or that no column has.',
      examples: [{ currency: 'EUR' }],
    }),
  ),
  delivery: Type.Enum([...DELIVERIES], {
    description: 'draft: drafts. publish: published without a mail. send: mailed to the customers.',
  }),
  decimalMark: Type.Optional(
    Type.Enum([...DECIMAL_MARKS], {
      description:
        'How the file separates decimals. Without it amounts are read as people write them, and one that may mean two ' +
        'things, such as 1.000, is a problem; nothing is guessed.',
    }),
  ),
  dateOrder: Type.Optional(
    Type.Enum([...DATE_ORDERS], {
      description: 'How dates such as 03/04/2026 begin. Without it such a date is a problem; 2026-04-03 never is.',
    }),
  ),
}

export const ImportOptionsBody = Type.Object({
  ...OPTIONS,
  organizationId: Type.Optional(Type.String({ description: 'The merchant to act for.' })),
})

const PROBLEM = {
  line: Type.Integer({ description: 'The line of the file, as an editor counts them.' }),
  column: Type.Optional(Type.String({ description: 'Its name; left out if no column has the field.' })),
  field: Type.Optional(Type.String({ description: 'As in the mapping; left out if the whole line is meant.' })),
  reason: Type.String({ examples: ['INVALID_DATA', 'MISSING_FIELD', 'DUPLICATE_RECORD'] }),
  message: Type.String(),
}
const Problem = Type.Object(PROBLEM)
const CheckedProblem = Type.Object({
  ...PROBLEM,
  value: Type.Optional(
    Type.String({ description: 'The text of the cell, up to 200 characters; never that of a custom field.' }),
  ),
})

const IMPORT = {
  importId: Type.String({ format: 'uuid' }),
  fileName: Type.Optional(Type.String()),
  status: Type.Enum([...IMPORT_STATUSES]),
  orderedBy: ActorNameContract,
  createdDate: Type.String({ format: 'date-time' }),
  endedDate: Type.Optional(Type.String({ format: 'date-time' })),
  rows: Type.Object({ total: Type.Integer(), done: Type.Integer() }),
  invoices: Type.Object({
    imported: Type.Integer(),
    repeated: Type.Integer({ description: 'Imported before, so that nothing was added.' }),
    failed: Type.Integer(),
  }),
  stop: Type.Optional(JobStopContract),
}

export const UploadedImport = Type.Object(IMPORT, { description: 'The import.' })

export const ImportResponse = Type.Object(
  {
    ...IMPORT,
    mails: Type.Optional(WaitingMailsContract),
    delimiter: Type.Enum([...DELIMITERS]),
    columns: Type.Array(
      Type.Object({
        name: Type.String(),
        samples: Type.Array(Type.String(), { description: 'The first cells; none once the import has ended.' }),
      }),
    ),
    isRemembered: Type.Boolean({ description: 'Whether the options are those of the last file with this header.' }),
    options: Type.Partial(Type.Object(OPTIONS), {
      description: 'Those of the import, or else the remembered ones, or else a mapping that the names suggest.',
    }),
  },
  { description: 'The import and its progress.' },
)

export const ImportList = Type.Object(
  { imports: Type.Array(Type.Object(IMPORT)) },
  { description: 'The newest first. Imports are deleted 30 days after their upload.' },
)

export const ImportCheckResponse = Type.Object(
  {
    invoices: Type.Object({
      total: Type.Integer(),
      valid: Type.Integer(),
      repeated: Type.Integer(),
      failed: Type.Integer(),
    }),
    sums: Type.Array(
      Type.Object({
        currency: Type.Enum([...CURRENCIES]),
        count: Type.Integer(),
        totalAmount: Type.Number({ description: 'With all decimals of its currency.' }),
      }),
      { description: 'Of the valid invoices.' },
    ),
    problems: Type.Array(CheckedProblem, { description: 'The first 1,000.' }),
    totalProblems: Type.Integer(),
    warnings: Type.Array(Problem, { description: 'The first 1,000; the invoices would be created.' }),
    totalWarnings: Type.Integer(),
    repetitions: Type.Array(
      Type.Object({
        line: Type.Integer(),
        invoiceNumber: Type.String(),
        isChanged: Type.Boolean({
          description: 'Whether the line says something else than the one that was imported.',
        }),
      }),
      { description: 'Lines that were imported before; the first 1,000.' },
    ),
  },
  { description: 'The result of a dry run. Nothing was stored.' },
)

export const ImportResults = Type.Object(
  {
    results: Type.Array(
      Type.Object({
        line: Type.Integer(),
        outcome: Type.Enum([...OUTCOMES]),
        invoiceNumber: Type.Optional(Type.String()),
        message: Type.Optional(Type.String({ examples: ['already imported as 1042'] })),
        problems: Type.Optional(Type.Array(Problem)),
      }),
    ),
  },
  { description: 'In the order of the file.' },
)

const organizationId = Type.Optional(
  Type.String({ description: 'The merchant to act for: your own organization (default) or one below it.' }),
)
export const UploadQuery = Type.Object({
  fileName: Type.Optional(Type.String({ maxLength: FILE_NAME_LENGTH_MAX })),
  delimiter: Type.Optional(
    Type.Enum(['comma', 'semicolon', 'tab'], {
      description: 'Default: the one that divides the header into most columns.',
    }),
  ),
  organizationId,
})
export const ImportsQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: IMPORTS_LISTED_MAX, default: IMPORTS_LISTED_DEFAULT })),
  organizationId,
})
export const ImportResultsQuery = Type.Object({
  outcome: Type.Optional(Type.Enum([...OUTCOMES])),
  offset: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: RESULTS_MAX, default: RESULTS_DEFAULT })),
  organizationId,
})
export const ImportId = Type.Object({ importId: Type.String() })
