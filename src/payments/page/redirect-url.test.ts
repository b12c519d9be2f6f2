import { expect, test } from 'vitest'
import { redirectUrl } from './redirect-url.ts'

test.each([
  ['https://shop.example/done', 'https://shop.example/done?status=accepted&invoiceNumber=A+1'],
  ['https://shop.example/done?order=7#top', 'https://shop.example/done?order=7&status=accepted&invoiceNumber=A+1#top'],
  ['https://shop.example/?status=old', 'https://shop.example/?status=accepted&invoiceNumber=A+1'],
])('the outcome is added to %s', (url, target) => {
  expect(redirectUrl(url, { status: 'accepted', invoiceNumber: 'A 1' })).toBe(target)
})
