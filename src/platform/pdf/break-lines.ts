import LineBreaker from 'linebreak'
import type { Fonts } from './fonts.ts'
import { type Run, runsOf, type TextStyle } from './text-runs.ts'

export type MeasuredRun = Run & {
  readonly width: number
  /** The text to copy and to read aloud, if it is not the one that is drawn. */
  readonly actual?: string
}
export type Line = { readonly runs: readonly MeasuredRun[]; readonly width: number }
export type SizedStyle = TextStyle & {
  readonly size: number
  /** The parts of a word between which it may be hyphenated. Default: only where it has soft hyphens. */
  readonly hyphenated?: (word: string) => readonly string[]
}

const PARAGRAPH_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/
/** Scripts that write words without spaces between them, so that only a dictionary can find the words. */
const BY_DICTIONARY = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** Where mail addresses, links and article numbers break without a hyphen. */
const AFTER_SEPARATOR = /(?<=[@/_\-&?=#+])|(?<=\.)(?=\p{L})/u
/** Mail addresses, links and numbers: a hyphen would be taken for a part of them. */
const NOT_A_WORD = /[@\d/\\_=]|\p{L}\.\p{L}/u
const SOFT_HYPHEN = '\u00ad'
const ELLIPSIS = '…'

const words = new Intl.Segmenter('th', { granularity: 'word' })
const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' })

/**
 * Breaks a text into lines of at most `width`, by the rules of Unicode. A word that is wider than a line breaks at a
 * separator or is hyphenated; only if neither is possible, it breaks anywhere.
 */
export function breakLines(fonts: Fonts, text: string, style: SizedStyle, width: number): readonly Line[] {
  return text.split(PARAGRAPH_END).flatMap((paragraph) =>
    paragraphLines(fonts, paragraph, style, width).map((line) => {
      const measured = measuredLine(fonts, line.text.trimEnd(), style)
      return line.isHyphenated ? withHyphen(fonts, measured, style) : measured
    }),
  )
}

/** One line, however wide. */
export function measuredLine(fonts: Fonts, text: string, style: SizedStyle): Line {
  const { size } = style
  const runs = runsOf(fonts, text, style).map((run) => {
    return { ...run, width: run.font.widthOf(run.text, { size, direction: run.direction }) }
  })
  return { runs, width: runs.reduce((sum, run) => sum + run.width, 0) }
}

/** One line that fits; an ellipsis replaces its end if need be. */
export function shortenedLine(fonts: Fonts, text: string, style: SizedStyle, width: number): Line {
  const whole = measuredLine(fonts, text, style)
  if (whole.width <= width) return whole
  const kept = [...clusters.segment(text)].map(({ segment }) => segment)
  const line = (): Line => measuredLine(fonts, `${kept.join('').trimEnd()}${ELLIPSIS}`, style)
  while (kept.length > 0 && line().width > width) kept.pop()
  return line()
}

/** A part of a paragraph that is not broken, and whether a hyphen follows it at the end of a line. */
type Part = { readonly text: string; readonly isHyphenated: boolean }

function paragraphLines(fonts: Fonts, paragraph: string, style: SizedStyle, width: number): readonly Part[] {
  const widthOf = (text: string): number => measuredLine(fonts, text, style).width
  if (widthOf(paragraph) <= width) return [{ text: paragraph, isHyphenated: false }]
  const lines: Part[] = []
  let line: Part = { text: '', isHyphenated: false }
  let lineWidth = 0
  const add = (part: Part): void => {
    // The space at its end may exceed the width, a hyphen may not.
    const needed = widthOf(part.text.trimEnd()) + (part.isHyphenated ? widthOf('-') : 0)
    const fits = lineWidth + needed <= width
    if (!fits && line.text !== '') lines.push(line)
    line = { ...part, text: fits ? line.text + part.text : part.text }
    lineWidth = (fits ? lineWidth : 0) + widthOf(part.text)
  }
  for (const { text, isWord } of unbreakableParts(paragraph)) {
    const { hyphenated = bySoftHyphens } = isWord ? style : {}
    if (widthOf(text.trimEnd()) <= width) add({ text, isHyphenated: false })
    else for (const part of partsOfWord(text, hyphenated, (each) => widthOf(each) <= width)) add(part)
  }
  return [...lines, line]
}

function partsOfWord(
  word: string,
  hyphenated: (text: string) => readonly string[],
  fits: (text: string) => boolean,
): readonly Part[] {
  const parts = word.split(AFTER_SEPARATOR).flatMap((text) => {
    const syllables = hyphenated(text)
    return syllables.map((syllable, index) => ({ text: syllable, isHyphenated: index < syllables.length - 1 }))
  })
  return parts.flatMap((part) => (fits(`${part.text.trimEnd()}-`) ? [part] : anywhere(part.text)))
}

function bySoftHyphens(text: string): readonly string[] {
  return text.split(SOFT_HYPHEN)
}

function anywhere(text: string): readonly Part[] {
  return [...clusters.segment(text)].map(({ segment }) => ({ text: segment, isHyphenated: false }))
}

/** Readers of the text take the word for whole. */
function withHyphen(fonts: Fonts, { runs, width }: Line, style: SizedStyle): Line {
  const hyphen = measuredLine(fonts, '-', style)
  return {
    runs: [...runs, ...hyphen.runs.map((run) => ({ ...run, actual: SOFT_HYPHEN }))],
    width: width + hyphen.width,
  }
}

/** A part that Unicode does not break, and whether it belongs to a word rather than to an address or a number. */
type Unbreakable = { readonly text: string; readonly isWord: boolean }

function unbreakableParts(text: string): readonly Unbreakable[] {
  const parts: Unbreakable[] = []
  const breaker = new LineBreaker(text)
  let start = 0
  for (let found = breaker.nextBreak(); found !== null; found = breaker.nextBreak()) {
    parts.push({ text: text.slice(start, found.position), isWord: !NOT_A_WORD.test(tokenAt(text, start)) })
    start = found.position
  }
  return parts.flatMap((part) =>
    BY_DICTIONARY.test(part.text)
      ? [...words.segment(part.text)].map(({ segment }) => ({ ...part, text: segment }))
      : [part],
  )
}

/** The characters around a position, from space to space. */
function tokenAt(text: string, position: number): string {
  const end = text.indexOf(' ', position)
  return text.slice(text.lastIndexOf(' ', position - 1) + 1, end < 0 ? text.length : end)
}
