import { AppError } from '../../kernel/errors.ts'
import { unknownNames } from '../domain/read-fields.ts'

/** What clients send with every request and nobody misses here. */
const KNOWN = new Set(['organizationId', 'clientReferenceInformation'])

/** The fields of a body where none is wanted; no body is as good as an empty object. */
export function unknownFieldsOfAction(body: unknown): readonly string[] {
  if (body === undefined || body === null) return []
  if (typeof body !== 'object' || Array.isArray(body)) {
    throw new AppError('invalid', 'VALIDATION_ERROR', 'The body must be a JSON object, or none.', [
      { field: 'body', reason: 'INVALID_DATA' },
    ])
  }
  return unknownNames(body, KNOWN)
}
