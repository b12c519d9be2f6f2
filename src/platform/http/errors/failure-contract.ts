import Type from 'typebox'

/** The documented form of failures in the standard shape; responses refer to it by its name. */
export const Failure = Type.Object(
  {
    submitTimeUtc: Type.String({ format: 'date-time' }),
    status: Type.String({ examples: ['BADREQUEST'] }),
    reason: Type.String({ description: 'The error code, for programs.' }),
    message: Type.String({ description: 'What is wrong and why, for people.' }),
    details: Type.Array(Type.Object({ field: Type.String(), reason: Type.String() }), {
      description: 'Every offending field; MISSING_FIELD or INVALID_DATA.',
    }),
  },
  { $id: 'Failure' },
)

/** For `documentedResponses`: a failure, and when it is sent. */
export function failureWhen(description: string): object {
  return { $ref: 'Failure#', description }
}
