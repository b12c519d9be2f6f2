// pure
import { foldedText } from '../../kernel/folded-text.ts'
import type { Invoice } from '../rules/invoice.ts'

/** Between the parts: a folded text has no control characters, so nothing is found across two parts. */
const SEPARATOR = '\n'
const OTHERS = /[^\x20-\x7e]/gu
/** The first letter of a code and its other ones: both are capitals, which folded texts do not have. */
const [FIRST, LAST] = ['ABCDEF', 'GHIJKLMNOPQRSTUVWXYZ']
const SHORT_CODES = (FIRST.length - 1) * LAST.length ** 3

/** The searched parts of an invoice, folded and in ASCII. */
export function searchTextOf({ invoiceNumber, terms }: Pick<Invoice, 'invoiceNumber' | 'terms'>): string {
  const { customer, description } = terms
  return [invoiceNumber, customer.name, customer.email, customer.companyName, description]
    .flatMap((part) => (part === undefined ? [] : [inAscii(foldedText(part))]))
    .join(SEPARATOR)
}

/** How search texts that contain a text are found. */
export type SearchPattern = {
  /** For LIKE. */
  readonly pattern: string
  /** Without any trigram, the index of trigrams would be read as a whole. */
  readonly hasTrigram: boolean
}

/** A part that more of the sampled texts contain costs the index more than it rules out. */
const FREQUENT = 0.5
const TRIGRAM_LENGTH = 3

/** Three letters or digits, or two at the end or the beginning of a word. */
const TRIGRAM = /[a-z\d]{3}|[a-z\d]{2}[^a-z\d]|[^a-z\d][a-z\d]{2}/i

export function searchPattern(text: string): SearchPattern {
  const ascii = inAscii(foldedText(text))
  return { pattern: containing(ascii), hasTrigram: TRIGRAM.test(ascii) }
}

/**
 * Patterns for parts of a searched text that few of the sampled search texts contain, if together they rule out as many
 * samples as the whole does; otherwise none. The index looks up every trigram of a pattern and reads all invoices that have
 * it: those of "example" in every address cost far more than they rule out. What contains the whole contains its parts, so
 * any choice finds all matches.
 */
export function rareParts(text: string, samples: readonly string[]): readonly string[] {
  const ascii = inAscii(foldedText(text))
  const isFrequent = (trigram: string) =>
    samples.filter((sample) => sample.includes(trigram)).length > samples.length * FREQUENT
  const words = ascii.match(/[a-z\d]{3,}/gi) ?? []
  const parts = words.flatMap((word) => partsWithout(isFrequent, word))
  const isWhole = parts.join() === words.join()
  const isRuledOut = (sample: string) => sample.includes(ascii) || !parts.every((part) => sample.includes(part))
  return parts.length > 0 && !isWhole && samples.every(isRuledOut) ? parts.map(containing) : []
}

/** Whether there are sampled search texts, and none of them contains the searched text. */
export function isInNone(text: string, samples: readonly string[]): boolean {
  const ascii = inAscii(foldedText(text))
  return samples.length > 0 && !samples.some((sample) => sample.includes(ascii))
}

/** A word cut at the trigrams that are left out. */
function partsWithout(isLeftOut: (trigram: string) => boolean, word: string): readonly string[] {
  const parts: string[] = []
  let isGrowing = false
  for (let end = TRIGRAM_LENGTH; end <= word.length; end += 1) {
    const trigram = word.slice(end - TRIGRAM_LENGTH, end)
    const isTaken = !isLeftOut(trigram)
    if (isTaken) parts.push(isGrowing ? `${parts.pop()}${trigram.at(-1)}` : trigram)
    isGrowing = isTaken
  }
  return parts
}

function containing(ascii: string): string {
  return `%${ascii.replaceAll(/[\\%_]/g, '\\$&')}%`
}

/**
 * Every other character as a code of four capitals, or of six for the last ideographs and Hangul. PostgreSQL's trigrams leave out characters that the locale of
 * the database does not count as letters, and need three: a Japanese name often has two. Where a code begins and how long
 * it is can be seen from its first letter, so nothing is found in the middle of one.
 */
function inAscii(folded: string): string {
  return folded.replaceAll(OTHERS, (character) => codeOf(character.codePointAt(0) ?? 0))
}

function codeOf(point: number): string {
  if (point >= SHORT_CODES) return `${FIRST.at(-1)}${letters(point - SHORT_CODES, 5)}`
  return `${FIRST[Math.floor(point / LAST.length ** 3)]}${letters(point % LAST.length ** 3, 3)}`
}

function letters(number: number, count: number): string {
  return count === 0 ? '' : `${letters(Math.floor(number / LAST.length), count - 1)}${LAST[number % LAST.length]}`
}
