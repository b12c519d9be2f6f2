import { expect, expectTypeOf, test } from 'vitest'
import { isPagePath, type PagePath } from '../../src/portal/pages/page-paths.ts'
import type { PortalPath } from './routes.tsx'

test('the service delivers every page that the router has', () => {
  expectTypeOf<PortalPath>().toExtend<PagePath>()
  expect(['/o/shop/invoices/A%2F1', '/o/shop/customers/a%40b.c', '/o/shop/'].every(isPagePath)).toBe(true)
  expect(['/o', '/o/', '/o/shop/invoices/A/1', '/o/shop/none'].some(isPagePath)).toBe(false)
})
