import { expect, test } from 'vitest'
import { startFailureSentence } from './start-failure.ts'

test.each([
  [
    'Failed',
    ['Code: 76. DB::Exception: Cannot lock file. Another server instance …'],
    'another process is using this folder',
  ],
  ['the disk is full: ENOSPC', [], 'the disk is full: ENOSPC'],
  ['Failed', ['a stray line'], 'Failed'],
  ['Failed', ['Code: 1. DB::Exception: It is broken. '], 'It is broken'],
])('%s with %j says: %s', (reason, complaints, expected) => {
  expect(startFailureSentence('/data', reason, complaints)).toBe(
    `The embedded ClickHouse engine cannot start on /data: ${expected}.`,
  )
})
