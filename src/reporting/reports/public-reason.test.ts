import { expect, test } from 'vitest'
import { EngineUnavailable } from '../../platform/engine/engine-unavailable.ts'
import { publicReason } from './public-reason.ts'

const failure = (message: string, parts: object = {}) => Object.assign(new Error(message), parts)

test.each([
  [
    new EngineUnavailable('gone', 'connect ECONNREFUSED 127.0.0.1:21811'),
    'The record store is unavailable: the connection was lost.',
  ],
  [
    new EngineUnavailable('memory', 'Out of Memory Error: /var/lib/x'),
    'The record store is unavailable: it is out of memory.',
  ],
  [new EngineUnavailable('disk', 'No space left on /var/lib/x'), 'The record store is unavailable: its disk is full.'],
  [
    new EngineUnavailable('busy', 'too many writers wait'),
    'The record store is unavailable: too many queries are running.',
  ],
  [
    new EngineUnavailable('stopping', 'the engine is stopping'),
    'The record store is unavailable: it is shutting down.',
  ],
  [
    failure("ENOSPC: no space left, write '/srv/q'", { code: 'ENOSPC', syscall: 'write' }),
    'The report could not be stored: the disk is full.',
  ],
  [
    failure("EMFILE: too many, open '/srv/q'", { code: 'EMFILE', syscall: 'open' }),
    'The report could not be stored: EMFILE.',
  ],
  [new Error('There is no merchant group North any more.'), 'There is no merchant group North any more.'],
  ['said\0 so', 'said so'],
])('%s is reported as %s', (error, words) => {
  expect(publicReason(error)).toBe(words)
})
