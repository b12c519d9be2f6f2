import { describe, expect, test } from 'vitest'
import { AppError } from '../../../kernel/errors.ts'
import { type ErrorShape, errorShapeFor, standardErrorShape } from './error-shape.ts'
import { httpFailure } from './http-failure.ts'

const at = Temporal.Instant.from('2026-11-15T00:33:45.987654Z')
const context = { at, correlationId: 'c', accept: undefined }

test('a refusal keeps its code, message and fields', () => {
  const error = new AppError('conflict', 'DUPLICATE_RECORD', 'It exists.', [{ field: 'id', reason: 'INVALID_DATA' }])

  expect(httpFailure(error)).toEqual({
    httpStatus: 409,
    status: 'CONFLICT',
    reason: 'DUPLICATE_RECORD',
    message: 'It exists.',
    details: [{ field: 'id', reason: 'INVALID_DATA' }],
  })
})

test.each([new Error('secret'), 'secret', undefined, Object.assign(new Error('x'), { statusCode: 418 })])(
  'any other error becomes a general failure without its message',
  (error) => {
    expect(httpFailure(error)).toEqual({
      httpStatus: 500,
      status: 'SERVER_ERROR',
      reason: 'SYSTEM_ERROR',
      message: 'Error - General system failure.',
      details: [],
    })
  },
)

test('the standard body holds the time to the second and no sentence in its details', () => {
  const failure = {
    ...httpFailure(new AppError('invalid', 'VALIDATION_ERROR', 'Wrong.')),
    details: [{ field: 'a', reason: 'MISSING_FIELD', sentence: 'is required' }],
  }

  expect(JSON.parse(standardErrorShape(failure, context).body)).toEqual({
    submitTimeUtc: '2026-11-15T00:33:45Z',
    status: 'BADREQUEST',
    reason: 'VALIDATION_ERROR',
    message: 'Wrong.',
    details: [{ field: 'a', reason: 'MISSING_FIELD' }],
  })
})

test('a failed authentication has the body that existing clients know', () => {
  const failure = httpFailure(new AppError('unauthenticated', 'UNAUTHENTICATED', 'No key.'))

  expect(standardErrorShape(failure, context).body).toBe('{"response":{"rmsg":"Authentication Failed"}}')
})

describe('the shape of a path', () => {
  const inner: ErrorShape = () => ({ contentType: 'text/plain', body: 'inner' })
  const outer: ErrorShape = () => ({ contentType: 'text/plain', body: 'outer' })
  const shapes = [
    { prefix: '/reporting', shape: outer },
    { prefix: '/reporting/v3', shape: inner },
  ] as const

  test.each([
    ['/reporting/v3', inner],
    ['/reporting/v3/reports', inner],
    ['/reporting/v30', outer],
    ['/reportings', standardErrorShape],
    ['/', standardErrorShape],
  ])('%s takes the longest prefix that covers it', (path, shape) => {
    expect(errorShapeFor(path, shapes)).toBe(shape)
  })
})
