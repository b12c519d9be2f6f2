// pure
import type { Language } from '../../kernel/language.ts'
import { INVOICE_WORDS } from './words/all-words.ts'

/** The name of a document's file. */
export type DocumentName = {
  readonly fileName: string
  /** For clients that read only ASCII. */
  readonly asciiFileName: string
}

type NamedDocument = {
  readonly kind: 'invoice' | 'receipt'
  readonly language: Language
  /** Undefined if the merchant hides it. */
  readonly number: string | undefined
  readonly seller: string
  /** The day of a receipt that is one of several. */
  readonly day?: Temporal.PlainDate | undefined
}

const SELLER_LENGTH_MAX = 40
/** Latin letters that do not consist of a letter and a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', ẞ: 'SS', ø: 'o', Ø: 'O', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', ł: 'l', Ł: 'L' },
  ...{ đ: 'd', Đ: 'D', ð: 'd', Ð: 'D', þ: 'th', Þ: 'Th', ı: 'i' },
}

/**
 * Names that sort by kind, number and merchant: `Invoice-37-Cafe-Bar.pdf`. Latin letters lose their marks, which many
 * programs sort badly; other scripts stay, and are left out of the ASCII name.
 */
export function documentName({ kind, language, number, seller, day }: NamedDocument): DocumentName {
  const rest = [number, day?.toString(), shortened(plain(seller))]
  return {
    fileName: joined([INVOICE_WORDS[language][kind], ...rest]),
    asciiFileName: joined([asciiWord(kind, language), ...rest.map((part) => part && ascii(plain(part)))]),
  }
}

function joined(parts: readonly (string | undefined)[]): string {
  const named = parts.map((part) => plain(part ?? '')).filter((part) => part !== '')
  return `${named.join('-')}.pdf`
}

/** The word of the language if it is in Latin letters, else the English one. */
function asciiWord(kind: NamedDocument['kind'], language: Language): string {
  const word = plain(INVOICE_WORDS[language][kind])
  return ascii(word) === word ? word : INVOICE_WORDS['en-US'][kind]
}

/** Letters, digits, dots, underscores and hyphens, as every file system and header takes them. */
function plain(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\p{Script=Latin}\p{M}*/gu, (letter) => LETTERS[letter] ?? letter.normalize('NFKD').replace(/\p{M}/gu, ''))
    .replace(/[^\p{L}\p{M}\p{N}._]+/gu, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
}

function ascii(text: string): string {
  return text.replace(/[^!-~]+/g, '-').replace(/-{2,}/g, '-')
}

/** Ends with a whole word if it has several. */
function shortened(name: string): string {
  const letters = [...name]
  if (letters.length <= SELLER_LENGTH_MAX) return name
  const cut = letters.slice(0, SELLER_LENGTH_MAX).join('')
  const end = cut.lastIndexOf('-')
  return end > 0 ? cut.slice(0, end) : cut
}
