import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacters } from '../../../../test/support/random/any-characters.ts'
import { contentDisposition } from './content-disposition.ts'

test.each([
  ['Daily report_1+2.csv', 'attachment; filename="Daily report_1+2.csv"'],
  ['Größe.csv', `attachment; filename="Gr__e.csv"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.csv`],
  ['a"b\\c.csv', `attachment; filename="a_b_c.csv"; filename*=UTF-8''a%22b%5Cc.csv`],
  ["50% (it's).csv", `attachment; filename="50_ (it's).csv"; filename*=UTF-8''50%25%20%28it%27s%29.csv`],
  ['a\r\nb.csv', `attachment; filename="a__b.csv"; filename*=UTF-8''a%0D%0Ab.csv`],
  ['💶.csv', `attachment; filename="_.csv"; filename*=UTF-8''%F0%9F%92%B6.csv`],
  ['\ud800.csv', `attachment; filename="_.csv"; filename*=UTF-8''%EF%BF%BD.csv`],
])('%j is saved as %s', (name, header) => {
  expect(contentDisposition('attachment', name)).toBe(header)
})

test('a name for clients that read only ASCII replaces the underscores', () => {
  const header = contentDisposition('inline', '請求書-37.pdf', 'Invoice-37.pdf')

  expect(header).toBe(`inline; filename="Invoice-37.pdf"; filename*=UTF-8''%E8%AB%8B%E6%B1%82%E6%9B%B8-37.pdf`)
  expect(contentDisposition('inline', 'Invoice-37.pdf', 'Invoice-37.pdf')).toBe('inline; filename="Invoice-37.pdf"')
})

test('any name is written as one header line', () => {
  fc.assert(
    fc.property(anyCharacters(), (name) => {
      expect(contentDisposition('attachment', name)).toMatch(
        /^attachment; filename="[ !#-$&-.0-[\]-~]*"(?:; filename\*=UTF-8''[\w.~!%-]*)?$/,
      )
    }),
  )
})
