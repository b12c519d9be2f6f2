import Type from 'typebox'
import { KINDS } from '../../catalogue/kinds.ts'
import { Failure, failureWhen } from '../../platform/http/errors/failure-contract.ts'

const KIND_NAMES = Object.keys(KINDS)

export const KindParams = Type.Object({
  kind: Type.String({
    description: `The kind of the records: ${KIND_NAMES.join(', ')}.`,
    examples: KIND_NAMES.slice(0, 1),
  }),
})

export const BatchParams = Type.Object({
  batchId: Type.String({ description: 'The batchId in the response to the upload.' }),
})

/** One line of the request body. */
export const RecordLines = Type.Object(
  {
    recordId: Type.String({
      maxLength: 128,
      description: 'Identifies the record among those of its kind, merchant and time.',
    }),
    version: Type.Optional(
      Type.Integer({
        minimum: 0,
        default: 1,
        description: 'A higher version replaces the record; the same or a lower one is a duplicate.',
      }),
    ),
    merchantId: Type.String({ description: 'Your own id or that of a merchant below you.' }),
    occurredAt: Type.String({
      format: 'date-time',
      description: 'When it happened, to the millisecond; at most 7 days in the future. A correction keeps it.',
    }),
    deleted: Type.Optional(Type.Boolean({ description: 'Withdraws the record; needs a higher version.' })),
    fields: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]), {
        description: 'Values by field name, such as `BillTo.City`.',
        examples: [{ 'Request.RequestID': '7300000000000000000001', 'BillTo.City': 'Oslo' }],
      }),
    ),
  },
  { description: 'One such object per line; at most 1 MiB per line and 1 GiB in total, uncompressed.' },
)

const LineProblem = Type.Object(
  {
    line: Type.Integer({ minimum: 1 }),
    field: Type.Union([Type.String(), Type.Null()], {
      description: 'Null if the problem concerns the whole line.',
    }),
    reason: Type.String(),
  },
  { description: 'A problem with a line.' },
)

export const UploadResponse = Type.Object(
  {
    accepted: Type.Integer({ description: 'Records that were stored.' }),
    duplicates: Type.Integer({ description: 'Records that had been stored before.' }),
    rejectedCount: Type.Integer({ description: 'Lines that were not stored.' }),
    rejected: Type.Array(LineProblem, { description: 'The first 1000 reasons.' }),
    warningCount: Type.Integer(),
    warnings: Type.Array(LineProblem, {
      description: 'The first 1000 warnings about records that were stored.',
    }),
    batchId: Type.Optional(Type.String({ description: 'Present if lines were rejected.' })),
    _links: Type.Optional(
      Type.Object({
        rejected: Type.Object({
          href: Type.String({ description: 'All reasons as a file, available for seven days.' }),
        }),
      }),
    ),
  },
  { description: 'The outcome of the upload. Accepted records are durable.' },
)

export const UploadHeaders = Type.Object({
  'Content-Encoding': Type.Optional(Type.String({ description: 'gzip or zstd.' })),
  'Idempotency-Key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'A repeated request with the same key and body gets the first response.',
    }),
  ),
})

/** A failure of an upload; if it had begun, with the outcome of the lines before. */
export const UploadFailure = Type.Object(
  {
    ...Failure.properties,
    ...Type.Partial(UploadResponse).properties,
    lineCount: Type.Optional(Type.Integer({ description: 'Lines that were processed, empty ones included.' })),
  },
  { $id: 'UploadFailure', description: 'It is safe to send the whole body again.' },
)

function endedWhen(description: string): object {
  return { $ref: 'UploadFailure#', description }
}

export const UPLOAD_REFUSALS = {
  400: endedWhen('The body is missing, ends early or cannot be decompressed, or 10,000 lines in a row were rejected.'),
  403: endedWhen('The key lacks the scope or was revoked, or the organization is suspended.'),
  404: failureWhen('Unknown kind, or no such organization below yours.'),
  408: endedWhen('The body arrives too slowly.'),
  409: failureWhen('The Idempotency-Key was used for another request, or that request is still running.'),
  413: endedWhen('The body is larger than 1 GiB, as sent or uncompressed, or expands more than 200 times.'),
  415: failureWhen('The body is not NDJSON, or its content encoding is not supported.'),
  429: endedWhen('Too many requests, or too many concurrent uploads of the organization; please retry.'),
  503: endedWhen('Storage is temporarily unavailable or the disk is too full; please retry.'),
}

export const DOWNLOAD_RESPONSES = {
  200: {
    description: 'One reason per line.',
    content: { 'application/x-ndjson': { schema: LineProblem } },
  },
  403: failureWhen('The key lacks the scope.'),
  404: failureWhen('No such upload, it is not yours, or its rejections have expired.'),
}
