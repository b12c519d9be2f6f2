import { expect, test } from 'vitest'
import { startFailureSentence } from './start-duckdb.ts'

test.each([
  [
    'IO Error: Could not set lock on file "/data/records.duckdb": Conflicting lock is held in node (PID 7).',
    'another process is using this folder',
  ],
  ['IO Error: Could not write file "/data/x": No space left on device', 'the disk is full'],
  ['EACCES: Permission denied', 'permission on this folder is missing'],
  ['It is broken.\nLINE 1: …', 'It is broken'],
])('%s says: %s', (reason, expected) => {
  expect(startFailureSentence('/data', reason)).toBe(`The embedded record engine cannot start on /data: ${expected}.`)
})
