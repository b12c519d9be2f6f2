import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacters } from '../../../test/support/random/any-characters.ts'
import { LANGUAGES, type Language } from '../../kernel/language.ts'
import { documentName } from './document-name.ts'

describe('the file name of a document', () => {
  test.each<[string, Language, string, string, string]>([
    ['is its kind, number and merchant', 'en-US', 'Café Bar', 'Invoice-37-Cafe-Bar.pdf', 'Invoice-37-Cafe-Bar.pdf'],
    ['is in its language', 'de-DE', 'Weiß & Söhne', 'Rechnung-37-Weiss-Sohne.pdf', 'Rechnung-37-Weiss-Sohne.pdf'],
    ['keeps other scripts', 'ja-JP', '山田 Coffee', '請求書-37-山田-Coffee.pdf', 'Invoice-37-Coffee.pdf'],
    ['may lack the merchant in ASCII', 'ru-RU', 'Кафе', 'Счёт-37-Кафе.pdf', 'Invoice-37.pdf'],
    ['keeps Korean and Arabic whole', 'en-US', '안녕 مقهى', 'Invoice-37-안녕-مقهى.pdf', 'Invoice-37.pdf'],
    ['has no path in it', 'en-US', '../../etc/passwd\u202e', 'Invoice-37-etc-passwd.pdf', 'Invoice-37-etc-passwd.pdf'],
  ])('%s', (_, language, seller, fileName, asciiFileName) => {
    expect(documentName({ kind: 'invoice', language, number: '37', seller })).toEqual({ fileName, asciiFileName })
  })

  test('a receipt that is one of several has its day', () => {
    const day = Temporal.PlainDate.from('2026-11-18')
    const given = { kind: 'receipt', language: 'en-US', number: 'INV-2026/07 a', seller: 'Café Bar' } as const

    expect(documentName(given).fileName).toBe('Receipt-INV-2026-07-a-Cafe-Bar.pdf')
    expect(documentName({ ...given, day }).fileName).toBe('Receipt-INV-2026-07-a-2026-11-18-Cafe-Bar.pdf')
  })

  test('a hidden number is not in it', () => {
    const { fileName } = documentName({ kind: 'invoice', language: 'en-US', number: undefined, seller: 'Bar' })

    expect(fileName).toBe('Invoice-Bar.pdf')
  })

  test('a long merchant ends with a whole word', () => {
    const seller = 'Rechtsanwaltsgesellschaft Dr. Müller und Partner mbB Steuerberatungsgesellschaft'
    const { fileName } = documentName({ kind: 'invoice', language: 'de-DE', number: '1', seller })

    expect(fileName).toBe('Rechnung-1-Rechtsanwaltsgesellschaft-Dr.-Muller.pdf')
  })

  test('any merchant gives a name that a file system takes, and an ASCII name that a header takes', () => {
    fc.assert(
      fc.property(fc.constantFrom(...LANGUAGES), anyCharacters(), (language, seller) => {
        const { fileName, asciiFileName } = documentName({ kind: 'receipt', language, number: '37', seller })

        expect(fileName).toMatch(/^[\p{L}\p{M}\p{N}._-]+\.pdf$/u)
        expect(asciiFileName).toMatch(/^[A-Za-z0-9][\w.-]*\.pdf$/)
        expect(fileName.length).toBeLessThan(140)
      }),
    )
  })
})
