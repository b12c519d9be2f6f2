import { expect, test } from 'vitest'
import { engineThreads } from './process-settings.ts'

const GIB = 1024 ** 3

test.each([
  { memory: 'the default memory', memoryMaxBytes: GIB, cores: 1, threads: 1 },
  { memory: 'the default memory', memoryMaxBytes: GIB, cores: 2, threads: 2 },
  { memory: 'the default memory', memoryMaxBytes: GIB, cores: 16, threads: 4 },
  { memory: '4 GiB', memoryMaxBytes: 4 * GIB, cores: 16, threads: 16 },
  { memory: 'the least memory', memoryMaxBytes: GIB / 4, cores: 2, threads: 1 },
  { memory: 'less than that', memoryMaxBytes: GIB / 8, cores: 2, threads: 1 },
])('with $memory, $cores cores give DuckDB $threads threads', ({ memoryMaxBytes, cores, threads }) => {
  expect(engineThreads({ memoryMaxBytes }, cores)).toBe(threads)
})
