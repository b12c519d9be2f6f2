import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/support/stores/temporary-folder.ts'
import { demoMerchantIdOf, demoOrganization } from './demo-merchants.ts'

test('ids of demo merchants are short enough and differ with the organization', () => {
  const long = ['a'.repeat(32), `${'a'.repeat(31)}b`, 'a'.repeat(24)]

  const ids = ['acme', ...long].map((id) => demoMerchantIdOf(id, 500))

  expect(ids[0]).toBe('acme-demo-500')
  expect(ids.filter((id) => !/^[\w-]{1,32}$/.test(id))).toEqual([])
  expect(new Set(ids).size).toBe(ids.length)
})

test('an organization must be named if there is no sandbox partner', async () => {
  const folder = { path: temporaryFolder(), id: 'folder' }
  const deps = { folder, db: {} } as Parameters<typeof demoOrganization>[0]

  await expect(demoOrganization(deps, undefined)).rejects.toThrow('There is no sandbox partner')
})
