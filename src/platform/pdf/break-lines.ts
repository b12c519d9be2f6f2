import LineBreaker from 'linebreak'
import type { Fonts } from './fonts.ts'
import { type Run, runsOf, type TextStyle } from './text-runs.ts'

export type MeasuredRun = Run & { readonly width: number }
export type Line = { readonly runs: readonly MeasuredRun[]; readonly width: number }
export type SizedStyle = TextStyle & { readonly size: number }

const PARAGRAPH_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/
/** Scripts that write words without spaces between them, so that only a dictionary can find the words. */
const BY_DICTIONARY = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

const words = new Intl.Segmenter('th', { granularity: 'word' })
const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Breaks a text into lines of at most `width`, by the rules of Unicode; a word that is too long breaks anywhere. */
export function breakLines(fonts: Fonts, text: string, style: SizedStyle, width: number): readonly Line[] {
  return text.split(PARAGRAPH_END).flatMap((paragraph) => {
    const lines = paragraphLines(fonts, paragraph, style, width)
    return lines.map((line) => measuredLine(fonts, line.trimEnd(), style))
  })
}

/** One line, however wide. */
export function measuredLine(fonts: Fonts, text: string, style: SizedStyle): Line {
  const { size } = style
  const runs = runsOf(fonts, text, style).map((run) => {
    return { ...run, width: run.font.widthOf(run.text, { size, direction: run.direction }) }
  })
  return { runs, width: runs.reduce((sum, run) => sum + run.width, 0) }
}

function paragraphLines(fonts: Fonts, paragraph: string, style: SizedStyle, width: number): readonly string[] {
  const widthOf = (text: string): number => measuredLine(fonts, text, style).width
  if (widthOf(paragraph) <= width) return [paragraph]
  const lines: string[] = []
  let line = ''
  let lineWidth = 0
  const add = (part: string): void => {
    // The space at its end may exceed the width.
    const fits = lineWidth + widthOf(part.trimEnd()) <= width
    if (!fits && line !== '') lines.push(line)
    line = fits ? line + part : part
    lineWidth = (fits ? lineWidth : 0) + widthOf(part)
  }
  for (const part of unbreakableParts(paragraph)) {
    if (widthOf(part.trimEnd()) <= width) add(part)
    else for (const { segment } of clusters.segment(part)) add(segment)
  }
  return [...lines, line]
}

function unbreakableParts(text: string): readonly string[] {
  const parts: string[] = []
  const breaker = new LineBreaker(text)
  let start = 0
  for (let found = breaker.nextBreak(); found !== null; found = breaker.nextBreak()) {
    parts.push(text.slice(start, found.position))
    start = found.position
  }
  return parts.flatMap((part) =>
    BY_DICTIONARY.test(part) ? [...words.segment(part)].map(({ segment }) => segment) : [part],
  )
}
