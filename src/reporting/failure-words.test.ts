import { expect, test } from 'vitest'
import { lossOfClickHouse } from '../platform/clickhouse/explain-clickhouse.ts'
import { failureWords } from './failure-words.ts'

const failure = (message: string, parts: object = {}) => Object.assign(new Error(message), parts)

test.each([
  [
    lossOfClickHouse(failure('connect ECONNREFUSED 127.0.0.1:21811', { code: 'ECONNREFUSED' })),
    'The record store cannot be used: nothing listens there.',
  ],
  [
    lossOfClickHouse(failure('Memory limit exceeded: /var/lib/x', { code: '241' })),
    'The record store cannot be used: it has too little memory.',
  ],
  [lossOfClickHouse(failure('socket hang up')), 'The record store cannot be used: it broke off.'],
  [
    failure("ENOSPC: no space left, write '/srv/q'", { code: 'ENOSPC', syscall: 'write' }),
    'The report could not be stored: the disk is full.',
  ],
  [
    failure("EMFILE: too many, open '/srv/q'", { code: 'EMFILE', syscall: 'open' }),
    'The report could not be stored: EMFILE.',
  ],
  [
    new Error('There is no merchant group North any more.'),
    'There is no merchant group North any more.',
  ],
  ['said\0 so', 'said so'],
])('%s is told as %s', (error, words) => {
  expect(failureWords(error)).toBe(words)
})
