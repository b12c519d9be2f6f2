import { expect, test } from 'vitest'
import { ApiProblem } from './api-problem.ts'

test('a refusal has its reason, its sentence and the problems of its fields', () => {
  const body = {
    status: 'BAD_REQUEST',
    reason: 'INVALID_DATA',
    message: 'One or more fields are invalid.',
    details: [{ field: 'email', reason: 'INVALID_FORMAT' }, 'not a problem'],
  }

  const problem = new ApiProblem({ status: 400, body, retryAfter: '90' })

  expect(problem).toMatchObject({ status: 400, reason: 'INVALID_DATA', message: body.message, retryAfterSeconds: 90 })
  expect([problem.reasonOf('email'), problem.reasonOf('name')]).toEqual(['INVALID_FORMAT', undefined])
})

test.each([undefined, null, 'text', [], { reason: 3, details: 'none' }])(
  'a body of another shape has none of them',
  (body) => {
    const problem = new ApiProblem({ status: 502, body, retryAfter: 'Wed, 21 Oct 2026 07:28:00 GMT' })

    expect(problem).toMatchObject({ status: 502, reason: '', message: '', fields: [], retryAfterSeconds: undefined })
  },
)
