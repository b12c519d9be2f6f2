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
