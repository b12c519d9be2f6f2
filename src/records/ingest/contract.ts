import Type from 'typebox'
import { KINDS } from '../../catalogue/kinds.ts'
import { failureWhen } from '../../platform/http/errors/failure-contract.ts'

const KIND_NAMES = Object.keys(KINDS)

export const KindParams = Type.Object({
  kind: Type.String({
    description: `What the records tell of: ${KIND_NAMES.join(', ')}.`,
    examples: KIND_NAMES.slice(0, 1),
  }),
})

export const BatchParams = Type.Object({
  batchId: Type.String({ description: 'From the answer to the upload.' }),
})

/** One line of the body. */
export const RecordLines = Type.Object(
  {
    recordId: Type.String({
      maxLength: 128,
      description: 'Names the record among those of its kind, merchant and time.',
    }),
    version: Type.Optional(
      Type.Integer({
        minimum: 0,
        default: 1,
        description: 'A higher one replaces the record; the same or a lower one is a duplicate.',
      }),
    ),
    merchantId: Type.String({ description: 'Your own, or that of a merchant below you.' }),
    occurredAt: Type.String({
      format: 'date-time',
      description: 'When it happened, to the millisecond; a correction keeps it.',
    }),
    deleted: Type.Optional(Type.Boolean({ description: 'With a higher version: withdraws the record.' })),
    fields: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]), {
        description: 'Values by the names of the catalogue, such as `BillTo.City`.',
        examples: [{ 'Request.RequestID': '7300000000000000000001', 'BillTo.City': 'Oslo' }],
      }),
    ),
  },
  { description: 'One such object a line; at most 1 MiB a line and 1 GiB in all, unpacked.' },
)

const LineProblem = Type.Object(
  {
    line: Type.Integer({ minimum: 1 }),
    field: Type.Union([Type.String(), Type.Null()], {
      description: 'Null where the line as a whole is meant.',
    }),
    reason: Type.String(),
  },
  { description: 'What is wrong with a line.' },
)

export const UploadAnswer = Type.Object(
  {
    accepted: Type.Integer({ description: 'Records that are now stored.' }),
    duplicates: Type.Integer({ description: 'Records that were stored already.' }),
    rejectedCount: Type.Integer({ description: 'Lines that were not stored.' }),
    rejected: Type.Array(LineProblem, { description: 'Why; the first 1000 reasons.' }),
    warningCount: Type.Integer(),
    warnings: Type.Array(LineProblem, {
      description: 'What was stored and is unusual; the first 1000.',
    }),
    batchId: Type.Optional(Type.String({ description: 'Where lines were rejected.' })),
    _links: Type.Optional(
      Type.Object({
        rejected: Type.Object({
          href: Type.String({ description: 'All reasons as a file, for seven days.' }),
        }),
      }),
    ),
  },
  { description: 'What became of the lines. What is stored stays stored, also after a crash.' },
)

export const UploadHeaders = Type.Object({
  'Content-Encoding': Type.Optional(Type.String({ description: 'gzip or zstd.' })),
  'Idempotency-Key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'The same key and body again get the first answer.',
    }),
  ),
})

export const UPLOAD_REFUSALS = {
  400: failureWhen('The body cannot be unpacked, ends early or is missing.'),
  403: failureWhen('The key lacks the scope, or the organization is suspended.'),
  404: failureWhen('There is no such kind, or no such organization below yours.'),
  408: failureWhen('The body comes too slowly.'),
  409: failureWhen('The Idempotency-Key belongs to another request, or that is still at work.'),
  413: failureWhen('The body is larger than 1 GiB, as it was sent or unpacked.'),
  415: failureWhen('The body is not NDJSON, or is packed in a way that is not known here.'),
  503: failureWhen('A store is away, or too many uploads wait: ask again soon.'),
}

export const DOWNLOAD_ANSWERS = {
  200: {
    description: 'One reason a line.',
    content: { 'application/x-ndjson': { schema: LineProblem } },
  },
  403: failureWhen('The key lacks the scope.'),
  404: failureWhen('There is no such upload, it is not yours, or its time is over.'),
}
