import { expect, test } from 'vitest'
import { serverSettings } from './server-settings.ts'

const GIB = 1024 ** 3

test.each([
  [1 * GIB, '128MB'],
  [2 * GIB, '256MB'],
  [8 * GIB, '1024MB'],
  [24 * GIB, '3072MB'],
  [256 * GIB, '4096MB'],
])('with %d bytes of memory PostgreSQL may keep %s of pages', (bytes, buffers) => {
  expect(serverSettings(bytes)['shared_buffers']).toBe(buffers)
})
