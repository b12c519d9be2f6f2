// pure

export type FontName = (typeof FONT_NAMES)[number]
export type Weight = 'regular' | 'semibold'

/** The files of `assets/fonts`. `scripts/write-fonts.ts` writes them and says where they come from. */
export const FONT_NAMES = [
  'NotoSans-Regular',
  'NotoSans-SemiBold',
  'NotoSansJP-Regular',
  'NotoSansSC-Regular',
  'NotoSansTC-Regular',
  'NotoSansKR-Regular',
  'NotoSansArabic-Regular',
  'NotoSansArmenian-Regular',
  'NotoSansBengali-Regular',
  'NotoSansEthiopic-Regular',
  'NotoSansGeorgian-Regular',
  'NotoSansGujarati-Regular',
  'NotoSansGurmukhi-Regular',
  'NotoSansHebrew-Regular',
  'NotoSansKannada-Regular',
  'NotoSansKhmer-Regular',
  'NotoSansLao-Regular',
  'NotoSansMalayalam-Regular',
  'NotoSansMyanmar-Regular',
  'NotoSansOriya-Regular',
  'NotoSansSinhala-Regular',
  'NotoSansTamil-Regular',
  'NotoSansTelugu-Regular',
  'NotoSansThai-Regular',
  'NotoSansSymbols-Regular',
  'NotoSansSymbols2-Regular',
  'NotoEmoji-Regular',
] as const

/** Latin, Greek, Cyrillic and Devanagari. */
export const PRIMARY: Readonly<Record<Weight, FontName>> = {
  regular: 'NotoSans-Regular',
  semibold: 'NotoSans-SemiBold',
}

/** Tried in this order; a font is read from its file only if one of its scripts occurs. */
const BY_SCRIPT: readonly (readonly [RegExp, FontName])[] = [
  [/\p{Script=Arabic}/u, 'NotoSansArabic-Regular'],
  [/\p{Script=Armenian}/u, 'NotoSansArmenian-Regular'],
  [/\p{Script=Bengali}/u, 'NotoSansBengali-Regular'],
  [/\p{Script=Ethiopic}/u, 'NotoSansEthiopic-Regular'],
  [/\p{Script=Georgian}/u, 'NotoSansGeorgian-Regular'],
  [/\p{Script=Gujarati}/u, 'NotoSansGujarati-Regular'],
  [/\p{Script=Gurmukhi}/u, 'NotoSansGurmukhi-Regular'],
  [/\p{Script=Hebrew}/u, 'NotoSansHebrew-Regular'],
  [/\p{Script=Kannada}/u, 'NotoSansKannada-Regular'],
  [/\p{Script=Khmer}/u, 'NotoSansKhmer-Regular'],
  [/\p{Script=Lao}/u, 'NotoSansLao-Regular'],
  [/\p{Script=Malayalam}/u, 'NotoSansMalayalam-Regular'],
  [/\p{Script=Myanmar}/u, 'NotoSansMyanmar-Regular'],
  [/\p{Script=Oriya}/u, 'NotoSansOriya-Regular'],
  [/\p{Script=Sinhala}/u, 'NotoSansSinhala-Regular'],
  [/\p{Script=Tamil}/u, 'NotoSansTamil-Regular'],
  [/\p{Script=Telugu}/u, 'NotoSansTelugu-Regular'],
  [/\p{Script=Thai}/u, 'NotoSansThai-Regular'],
]
const HAN_AND_NEIGHBORS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\u3200-\u33ff\uff00-\uffef]/u
const HANGUL = /\p{Script=Hangul}/u
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
const EMOJI = /\p{Emoji_Presentation}/u
const UNIFIED: Readonly<Record<'ja' | 'zh-CN' | 'zh-TW' | 'ko', readonly FontName[]>> = {
  ja: ['NotoSansJP-Regular', 'NotoSansSC-Regular', 'NotoSansTC-Regular'],
  'zh-CN': ['NotoSansSC-Regular', 'NotoSansTC-Regular', 'NotoSansJP-Regular'],
  'zh-TW': ['NotoSansTC-Regular', 'NotoSansSC-Regular', 'NotoSansJP-Regular'],
  ko: ['NotoSansKR-Regular', 'NotoSansSC-Regular', 'NotoSansTC-Regular'],
}
const SYMBOLS: readonly FontName[] = ['NotoSansSymbols-Regular', 'NotoSansSymbols2-Regular', 'NotoEmoji-Regular']

/** Fonts whose glyphs do not correspond to characters one by one: they join, reorder or share parts. */
export function isComplex(name: FontName): boolean {
  return BY_SCRIPT.some(([, each]) => each === name)
}

export function isSymbolFont(name: FontName): boolean {
  return SYMBOLS.includes(name)
}

/** Which regional forms Han characters of a text get. */
export type Region = keyof typeof UNIFIED

/** By the text itself if it has kana or hangul, otherwise by the language of the document. */
export function regionOf(text: string, language: string): Region {
  if (KANA.test(text)) return 'ja'
  if (HANGUL.test(text)) return 'ko'
  if (language.startsWith('ja')) return 'ja'
  return language === 'zh-TW' ? 'zh-TW' : 'zh-CN'
}

/** The fonts that may have a character; the first that has it is used. */
export function fontsFor(character: string, { region, weight }: { region: Region; weight: Weight }): FontName[] {
  const unified = HANGUL.test(character) ? UNIFIED.ko : UNIFIED[region]
  return [
    ...(EMOJI.test(character) ? SYMBOLS.toReversed() : []),
    ...(HAN_AND_NEIGHBORS.test(character) ? unified : []),
    PRIMARY[weight],
    ...BY_SCRIPT.filter(([script]) => script.test(character)).map(([, name]) => name),
    ...SYMBOLS,
    ...unified,
  ]
}

/** Latin and Cyrillic: one font, left to right, nothing to examine. */
const PLAIN = /^[\u0020-\u007e\u00a0-\u017f\u0400-\u045f\u2010-\u2015\u2018-\u201e\u2022\u2026\u202f\u20ac\u20bd]*$/

/** Whether the first font has all of the text, and draws it from left to right. */
export function isPlain(text: string): boolean {
  return PLAIN.test(text)
}
