import Type from 'typebox'

/** The documented form of errors. Responses refer to it by its `$id`. */
export const ReportingFailure = Type.Object(
  {
    submitTimeUtc: Type.String({ format: 'date-time' }),
    code: Type.String({ examples: ['VALIDATION_ERROR', 'RESOURCE_NOTFOUND'] }),
    reason: Type.String({ description: 'Machine-readable code of the rule that was violated.' }),
    message: Type.String({ description: 'Human-readable description of the error.' }),
    localizationKey: Type.Optional(Type.String()),
    detail: Type.String(),
    correlationId: Type.String({ description: 'Same as the v-c-correlation-id response header.' }),
    details: Type.Array(Type.Object({ field: Type.String(), reason: Type.String() }), {
      description: 'Every invalid field, with a code.',
    }),
    fields: Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), {
      description: 'Every invalid field, with a sentence.',
    }),
  },
  { $id: 'ReportingFailure' },
)

function refusedWhen(description: string): object {
  return { $ref: 'ReportingFailure#', description }
}

/** Error responses of routes that only read. */
export const READING_REFUSALS = {
  400: refusedWhen('Invalid parameters; each of them is named.'),
  403: refusedWhen('The API key lacks the required scope.'),
  404: refusedWhen('Not found, or owned by another organization.'),
}

/** Error responses of lists and of reports that are computed on request. */
export const LISTING_REFUSALS = {
  ...READING_REFUSALS,
  429: refusedWhen('The organization already has 4 lists or searches in progress; see Retry-After.'),
}

/** Error responses of routes that change something. */
export const CHANGING_REFUSALS = {
  400: refusedWhen('Invalid request; each invalid field is named.'),
  403: refusedWhen('The API key lacks the required scope, or the organization is suspended and therefore read-only.'),
  404: READING_REFUSALS[404],
  409: refusedWhen(
    'The report’s status does not allow this, or the Idempotency-Key was used for another request or for one that is still being processed.',
  ),
}

export const OnceHeaders = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'A retry with the same key and body gets the first response, and nothing is done twice.',
    }),
  ),
})
