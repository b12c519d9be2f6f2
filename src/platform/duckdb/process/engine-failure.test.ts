import { describe, expect, test } from 'vitest'
import { EngineFailure, isFatal, tooMany } from './engine-failure.ts'

describe('an error of DuckDB', () => {
  test.each([
    ['Out of Memory Error: failed to allocate data of size 16.0 MiB (95.3 MiB/95.3 MiB used)', 'memory'],
    [
      `Out of Memory Error: failed to offload data block of size 256.0 KiB. This limit was set by the 'max_temp_directory_size' setting.`,
      'disk',
    ],
    ['IO Error: Could not write file "/x": No space left on device', 'disk'],
    ['INTERRUPT Error: Interrupted!', 'gone'],
    ['TransactionContext Error: Cannot CHECKPOINT: there are other write transactions active', 'busy'],
    ['FATAL Error: Failed: database has been invalidated because of a previous fatal error', 'gone'],
    ['Binder Error: Referenced column "a" not found', undefined],
  ])('%s has the reason %s', (message, reason) => {
    expect(EngineFailure.from(new Error(message)).reason).toBe(reason)
  })

  test('is reported without values if it may name a person', () => {
    const failure = EngineFailure.from(
      new Error(`Invalid Input Error: JSON transform error in file "/x", in line 7: "Jane Roe"`),
    )

    expect(failure.redacted().toFailure()).toEqual({ message: 'Invalid Input Error in line 7' })
    expect(tooMany().redacted().message).toBe(tooMany().message)
  })

  test('is fatal if the database can no longer be used', () => {
    expect(isFatal(new Error('FATAL Error: Failed to write'))).toBe(true)
    expect(isFatal(new Error('INTERNAL Error: assertion'))).toBe(true)
    expect(isFatal(new Error('Binder Error: FATAL Error'))).toBe(false)
  })
})
