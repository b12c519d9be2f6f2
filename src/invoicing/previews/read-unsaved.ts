import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { LANGUAGES, type Language } from '../../kernel/language.ts'
import {
  hasNoValue,
  isObject,
  members,
  optional,
  type Reader,
  refused,
  valueOrThrow,
} from '../../kernel/reading/reading.ts'
import { given, oneOf, plainText } from '../../kernel/reading/text-readers.ts'
import { acceptUntypedJson } from '../../platform/http/bodies/json-body.ts'
import { parseJson } from '../../platform/http/bodies/parse-json.ts'

/** A logo of 1 MiB is a third longer as Base64, and longer again in a form. */
export const PREVIEW_BYTES_MAX = 4 * 1024 * 1024
const NUMBER_LENGTH_MAX = 26

export type UnsavedRequest = {
  /** Undefined: a sample. */
  readonly invoice: Readonly<Record<string, unknown>> | undefined
  /** The saved invoice that is being changed; undefined for a new one. */
  readonly invoiceNumber: string | undefined
  readonly settings: Readonly<Record<string, unknown>> | undefined
  readonly language: Language | undefined
}

const anObject: Reader<Readonly<Record<string, unknown>> | undefined> = (raw, field) => {
  if (hasNoValue(raw)) return { value: undefined }
  return isObject(raw) ? { value: raw } : refused(field, 'must be an object')
}

const UNSAVED = members({
  invoice: anObject,
  invoiceNumber: optional(given(plainText(NUMBER_LENGTH_MAX))),
  settings: anObject,
  language: optional(given(oneOf(LANGUAGES))),
})

export function readUnsaved(body: unknown): UnsavedRequest {
  return valueOrThrow(UNSAVED(body, ''))
}

/** How the body is documented. */
export const UnsavedContract = Type.Object({
  invoice: Type.Optional(
    Type.Object(
      {},
      {
        additionalProperties: true,
        description:
          'As in POST /invoicing/v2/invoices. Missing fields have placeholders, and wrong values are left out. Default: a sample.',
      },
    ),
  ),
  invoiceNumber: Type.Optional(Type.String({ description: 'The saved invoice that is being changed.' })),
  settings: Type.Optional(
    Type.Object(
      {},
      { additionalProperties: true, description: 'As invoiceSettingsInformation; laid over the saved settings.' },
    ),
  ),
  language: Type.Optional(Type.String({ examples: [...LANGUAGES], description: 'Default: that of the invoice.' })),
  organizationId: Type.Optional(Type.String()),
})

/** A frame is filled by a form, whose field `preview` has the JSON; programs send the JSON itself. */
export function acceptPreviews(app: FastifyInstance): void {
  acceptUntypedJson(app)
  app.addContentTypeParser<Buffer>(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit: PREVIEW_BYTES_MAX },
    async (request: FastifyRequest, body: Buffer) => {
      request.rawBody = body
      return parseJson(new URLSearchParams(body.toString('utf8')).get('preview') ?? '{}')
    },
  )
}
