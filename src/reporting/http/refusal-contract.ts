import Type from 'typebox'

/** The documented form of refusals. Answers refer to it by its name. */
export const ReportingFailure = Type.Object(
  {
    submitTimeUtc: Type.String({ format: 'date-time' }),
    code: Type.String({ examples: ['VALIDATION_ERROR', 'RESOURCE_NOTFOUND'] }),
    reason: Type.String({ description: 'The code of the rule, for programs.' }),
    message: Type.String({ description: 'Which rule it is and why, for people.' }),
    localizationKey: Type.Optional(Type.String()),
    detail: Type.String(),
    correlationId: Type.String({ description: 'The same as the header v-c-correlation-id.' }),
    details: Type.Array(Type.Object({ field: Type.String(), reason: Type.String() }), {
      description: 'Every offending field, with a code.',
    }),
    fields: Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), {
      description: 'Every offending field, with a sentence.',
    }),
  },
  { $id: 'ReportingFailure' },
)

function refusedWhen(description: string): object {
  return { $ref: 'ReportingFailure#', description }
}

/** Of routes that only read. */
export const READING_REFUSALS = {
  400: refusedWhen('A parameter is not valid; each that is not is named.'),
  403: refusedWhen('The key lacks the scope.'),
  404: refusedWhen('There is no such thing, or it is not yours.'),
}

/** Of routes that change something. */
export const CHANGING_REFUSALS = {
  400: refusedWhen('The request is not valid; each field that is not is named.'),
  403: refusedWhen('The key lacks the scope, or the organization is suspended and may only read.'),
  404: READING_REFUSALS[404],
  409: refusedWhen(
    'The report is in no state for it, or the Idempotency-Key belongs to another request or to one that is still at work.',
  ),
}

export const OnceHeaders = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'The same key and body again get the first answer, and nothing is done twice.',
    }),
  ),
})
