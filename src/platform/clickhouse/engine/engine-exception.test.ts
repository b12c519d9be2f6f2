import { describe, expect, test } from 'vitest'
import { EngineException } from './engine-exception.ts'
import { httpStatusOf } from './exception-codes.ts'

describe('an exception of the engine', () => {
  test('keeps the code in the engine’s text', () => {
    const exception = EngineException.from(
      new Error('Code: 60. DB::Exception: Unknown table. (UNKNOWN_TABLE)'),
    )

    expect(exception.code).toBe(60)
  })

  test('without a code it is a STD_EXCEPTION', () => {
    expect(EngineException.from(new Error('boom')).message).toBe(
      'Code: 1001. DB::Exception: boom (STD_EXCEPTION)',
    )
  })

  test.each([
    [60, 404],
    [62, 400],
    [241, 500],
    [305, 413],
    [516, 403],
    [202, 503],
  ])('code %i is HTTP status %i', (code, status) => {
    expect(httpStatusOf(code)).toBe(status)
  })
})
