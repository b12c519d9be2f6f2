import { expect, test } from 'vitest'
import { redirectUrl } from './redirect-url.ts'

test.each([
  ['https://shop.example/done', 'https://shop.example/done?status=accepted&invoiceNumber=A+1'],
  ['https://shop.example/done?', 'https://shop.example/done?status=accepted&invoiceNumber=A+1'],
  ['https://shop.example/done?order=7#top', 'https://shop.example/done?order=7&status=accepted&invoiceNumber=A+1#top'],
  ['https://shop.example/#/done?status=x', 'https://shop.example/?status=accepted&invoiceNumber=A+1#/done?status=x'],
  ['https://shop.example/?status=old&a=1', 'https://shop.example/?a=1&status=accepted&invoiceNumber=A+1'],
  ['https://shop.example/?sta%74us=x&invoiceNumber=9', 'https://shop.example/?status=accepted&invoiceNumber=A+1'],
  [
    'https://shop.example/?flag&b=%20+%2B&c[]={x}&sig=aa%3D%3d',
    'https://shop.example/?flag&b=%20+%2B&c[]={x}&sig=aa%3D%3d&status=accepted&invoiceNumber=A+1',
  ],
])('the outcome is added to %s, and the rest stays', (url, target) => {
  expect(redirectUrl(url, { status: 'accepted', invoiceNumber: 'A 1' })).toBe(target)
})
