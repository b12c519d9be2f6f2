import { expect, test } from 'vitest'
import { withBreakPoints } from './break-points.ts'

test.each([
  [
    'a long address',
    'https://shop.example/products/one?variant=4',
    'https://<wbr>shop<wbr>.example/<wbr>products/<wbr>one?<wbr>variant=<wbr>4',
  ],
  ['a long mail address', 'ada.lovelace@engines.example', 'ada<wbr>.lovelace<wbr>@engines<wbr>.example'],
  ['a short one', 'a@b.example', 'a@b.example'],
  ['a sentence', 'Pipes and cables. And a pump.', 'Pipes and cables. And a pump.'],
  ['markup', '<b>/aaaaaaaaaaaaaaaaaaaaaa', '&lt;b&gt;/<wbr>aaaaaaaaaaaaaaaaaaaaaa'],
])('%s breaks between its parts', (_, text, markup) => {
  expect(withBreakPoints(text).text).toBe(markup)
})
