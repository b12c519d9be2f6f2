import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacters } from '../../../test/support/random/any-characters.ts'
import { errorBeanXml } from './error-bean-xml.ts'

const bean = {
  submitTimeUtc: '2026-11-15T00:33:45Z',
  code: 'VALIDATION_ERROR',
  reason: 'VALIDATION_ERROR',
  message: 'm',
  localizationKey: 'validation.errors',
  detail: 'd',
  correlationId: 'c',
  details: [],
  fields: [],
}
const messageIn = (xml: string): string => /<message>([^<]*)<\/message>/.exec(xml)?.[1] ?? ''
const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&#13;', '\r').replaceAll('&amp;', '&')

test('elements are sorted by name, and absent ones are left out', () => {
  const { localizationKey: _, ...without } = bean

  expect(errorBeanXml({ ...without, fields: [{ path: 'a', message: 'b' }] })).toBe(
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
      '<errorBean><code>VALIDATION_ERROR</code><correlationId>c</correlationId><detail>d</detail>' +
      '<fields><message>b</message><path>a</path></fields><message>m</message>' +
      '<reason>VALIDATION_ERROR</reason><submitTimeUtc>2026-11-15T00:33:45Z</submitTimeUtc></errorBean>',
  )
})

test.each([
  ['a\u0000b\u001f', 'a\ufffdb\ufffd'],
  ['\ud800 alone', '\ufffd alone'],
  ['\uffff', '\ufffd'],
  ['\t\n\r', '\t\n\r'],
  ['💶 <&>', '💶 <&>'],
])('%j is read as %j', (message, read) => {
  expect(unescaped(messageIn(errorBeanXml({ ...bean, message })))).toBe(read)
})

test('any text gives a well-formed document', () => {
  const anyText = anyCharacters()
  fc.assert(
    fc.property(anyText, (message) => {
      const xml = errorBeanXml({ ...bean, message })
      expect(xml).toMatch(/^[\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u)
      const texts = xml.split('\n').slice(1).join('\n')
      expect(texts.replaceAll(/<\/?\w+>|&(?:amp|lt|gt|#13);/g, '')).not.toMatch(/[<>&\r]/)
      const isHolding = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u.test(message)
      if (isHolding) expect(unescaped(messageIn(xml))).toBe(message)
    }),
  )
})
