import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { zstdDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacters } from '../../../test/support/random/any-characters.ts'
import { seed } from '../../../test/support/run/test-run.ts'
import { breakLines } from './break-lines.ts'
import { FONT_NAMES } from './font-list.ts'
import { type Font, Fonts } from './fonts.ts'
import { type Run, runsOf } from './text-runs.ts'

const fonts = new Fonts()
const STYLE = { language: 'de-DE', weight: 'regular', size: 10 } as const

const runs = (text: string, language = 'de-DE'): readonly Run[] => runsOf(fonts, text, { language, weight: 'regular' })
const drawn = (found: readonly Run[]): readonly string[] => found.map(({ font, text }) => `${font.name}: ${text}`)
const glyphIds = ({ font, text, direction }: Run): readonly number[] => {
  const { glyphs } = (font as Font).source.layout(text, { direction } as never)
  return glyphs.map(({ id }) => id)
}

describe('the fonts of a text', () => {
  test.each([
    'ÄÖÜß ñ ç ł ő ş ž ạ ₽ € £ ¥ ₹ ₿ № ™ – — … “ ” „ « »',
    '1\u202f234,56\u00a0€',
    'Ґ Ї Є Ў ѓ љ',
    'Ελληνικά',
    '请求付款 发票“编号” ㎡ ①',
    '請求書をお送りします。(株)山田商店 ¥1,200 ㈱ 〒',
    '繁體中文發票 ㄅㄆㄇ',
    '안녕하세요 김철수 ㈜',
    'فاتورة رقم ١٢٣ للعميل (محمد) پ چ گ',
    'חשבונית מס ₪45',
    'ใบแจ้งหนี้ ฿100',
    'नमस्ते क्षत्रिय ₹100',
    'বাংলা চালান',
    'தமிழ் తెలుగు ગુજરાતી ਪੰਜਾਬੀ ಕನ್ನಡ മലയാളം ଓଡ଼ିଆ සිංහල',
    'ខ្មែរ ລາວ မြန်မာ',
    'ქართული Հայերեն አማርኛ',
    '☕ Kaffee 👩‍💻 ✓ ★ → ½ ❤️ 🇩🇪',
    'e\u0301 a\u0308 \u200bzero\u200dwidth\u00adsoft \ufeff',
  ])('the fonts have a glyph for every character of %s', (text) => {
    expect(runs(text).filter((run) => glyphIds(run).includes(0))).toEqual([])
    const semibold = runsOf(fonts, text, { language: 'ja-JP', weight: 'semibold' })
    expect(semibold.filter((run) => glyphIds(run).includes(0))).toEqual([])
  })

  test('Han characters get the forms of the language, or of kana and hangul beside them', () => {
    const fontOf = (text: string, language: string) => runs(text, language)[0]?.font.name
    expect(fontOf('直', 'ja-JP')).toBe('NotoSansJP-Regular')
    expect(fontOf('直', 'zh-CN')).toBe('NotoSansSC-Regular')
    expect(fontOf('直', 'zh-TW')).toBe('NotoSansTC-Regular')
    expect(fontOf('直', 'de-DE')).toBe('NotoSansSC-Regular')
    expect(fontOf('直す', 'zh-CN')).toBe('NotoSansJP-Regular')
    expect(fontOf('직접 直', 'ja-JP')).toBe('NotoSansKR-Regular')
  })

  test('right-to-left words are in visual order between left-to-right words', () => {
    expect(drawn(runs('Kunde: أحمد علي, Berlin'))).toEqual([
      'NotoSans-Regular: Kunde: ',
      'NotoSansArabic-Regular: أحمد علي',
      'NotoSans-Regular: , Berlin',
    ])
    const [number, words] = runs('حساب 45')
    expect([number?.text, number?.direction, words?.direction]).toEqual(['45', 'ltr', 'rtl'])
  })

  test('any text is drawn without a failure', () => {
    const anyText = anyCharacters({ maxLength: 40 })
    fc.assert(
      fc.property(anyText, fc.constantFrom('de-DE', 'ja-JP', 'zh-TW'), (text, language) => {
        for (const run of runs(text, language)) expect(glyphIds(run).length).toBeGreaterThanOrEqual(0)
        breakLines(fonts, text, STYLE, 60)
      }),
      { seed, numRuns: 60 },
    )
  })

  test('the font files are those in the list of their origins', () => {
    const folder = new URL('../../../assets/fonts/', import.meta.url)
    const readme = readFileSync(new URL('README.md', folder), 'utf8')
    for (const name of FONT_NAMES) {
      const bytes = zstdDecompressSync(readFileSync(new URL(`${name}.ttf.zst`, folder)))
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      expect(readme).toMatch(new RegExp(String.raw`\| ${name} \| \S+ \| ${bytes.length} \| .${sha256}. \|`))
    }
  })
})

describe('lines', () => {
  const lines = (text: string, width: number) => breakLines(fonts, text, STYLE, width)
  const texts = (text: string, width: number) =>
    lines(text, width).map((line) => line.runs.map((run) => run.text).join(''))

  test('lines break between words, and at the end of a paragraph', () => {
    expect(texts('one two three\nfour', 45)).toEqual(['one two', 'three', 'four'])
  })

  test('lines break between Han characters, and not before a full stop', () => {
    expect(texts('请求付款测试。', 62)).toEqual(['请求付款测', '试。'])
  })

  test('lines break between Thai words', () => {
    expect(texts('ใบแจ้งหนี้สำหรับลูกค้า', 60)).toEqual(['ใบแจ้งหนี้', 'สำหรับลูกค้า'])
  })

  test('lines break inside a word that is wider than a line', () => {
    const broken = texts('Kaffeevollautomatenwartungsvertrag', 60)
    expect(broken.length).toBeGreaterThan(2)
    expect(broken.join('')).toBe('Kaffeevollautomatenwartungsvertrag')
  })

  const bySyllables = { ...STYLE, hyphenated: (word: string) => word.split(/(?=[gw])/) }
  const hyphenated = (text: string, width: number) =>
    breakLines(fonts, text, bySyllables, width).map((line) => line.runs.map((run) => run.text).join(''))

  test('a word that is wider than a line is hyphenated where it may be', () => {
    expect(hyphenated('Kaffeevollautomatenwartungsvertrag', 110)).toEqual(['Kaffeevollautomaten-', 'wartungsvertrag'])
    expect(hyphenated('Kaffee, wartung', 110)).toEqual(['Kaffee, wartung'])
  })

  test('the hyphen is read as none', () => {
    const [first] = breakLines(fonts, 'Kaffeevollautomatenwartungsvertrag', bySyllables, 110)

    expect(first?.runs.at(-1)).toMatchObject({ text: '-', actual: '\u00ad' })
  })

  test('addresses and numbers break at their separators, and get no hyphen', () => {
    expect(hyphenated('wartung.automaten@vollgewicht.example', 106)).toEqual([
      'wartung.automaten@',
      'vollgewicht.example',
    ])
    expect(hyphenated('https://vollgewicht.example/wartungsgewicht', 110).join('')).toBe(
      'https://vollgewicht.example/wartungsgewicht',
    )
  })

  test('a space that does not break keeps an amount whole', () => {
    expect(hyphenated('gesamt 1\u202f234,50\u00a0€', 70)).toEqual(['gesamt', '1\u00a0234,50\u00a0€'])
  })

  test('lines are never wider than their column', () => {
    const words = fc.array(
      fc.constantFrom('Wort', 'Kaffeevollautomat', 'a.b@wartungsgewicht.example', '请求付款', '12,50 €', 'علي', 'กาแฟ'),
      {
        minLength: 1,
        maxLength: 20,
      },
    )
    fc.assert(
      fc.property(words, fc.integer({ min: 40, max: 200 }), (parts, width) => {
        for (const line of breakLines(fonts, parts.join(' '), bySyllables, width))
          expect(line.width).toBeLessThanOrEqual(width + 0.5)
      }),
      { seed, numRuns: 100 },
    )
  })
})
