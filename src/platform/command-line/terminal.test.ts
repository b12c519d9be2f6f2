import { expect, test } from 'vitest'
import { table } from './terminal.ts'

test('columns are as wide as their widest cell and lines end where their text ends', () => {
  const text = table([
    ['ok', 'postgres', 'PostgreSQL 18'],
    ['FAILED', 'mail', ''],
  ])

  expect(text).toBe('ok      postgres  PostgreSQL 18\nFAILED  mail')
})
