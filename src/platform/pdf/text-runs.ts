import bidiFactory, { type Bidi } from 'bidi-js'
import { isPlain, isSymbolFont, type Region, regionOf, type Weight } from './font-list.ts'
import type { Direction, Font, Fonts } from './fonts.ts'

/** Characters that one font draws in one direction. */
export type Run = { readonly text: string; readonly font: Font; readonly direction: Direction }
export type TextStyle = { readonly language: string; readonly weight: Weight }

/** Invisible characters, which only fonts that know them should see. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u
const CONTROL = /[\p{Cc}\p{Cs}]/gu
/** Belongs to no script: stays in the font of the text before it. */
const SHARED = /[\p{Script=Common}\p{Script=Inherited}]/u
const ASCII_VISIBLE = /^[!-~]$/
const RTL_CHARACTERS = /[\p{Script=Arabic}\p{Script=Hebrew}\u200f\u202b\u202e\u2067]/u

// Its types describe another module format than Node loads.
const bidi = (bidiFactory as unknown as () => Bidi)()
const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Splits one line into runs, in the order in which they are drawn from left to right. */
export function runsOf(fonts: Fonts, line: string, { language, weight }: TextStyle): readonly Run[] {
  // The narrow space of French numbers is hardly seen in these fonts.
  const text = line.replace(CONTROL, '').replaceAll('\u202f', '\u00a0')
  if (text === '') return []
  const region = regionOf(text, language)
  if (isPlain(text)) return [{ text, font: primary(fonts, { region, weight }), direction: 'ltr' }]
  const style = { region, weight }
  if (!RTL_CHARACTERS.test(text)) return fontRuns(fonts, text, style).map((run) => ({ ...run, direction: 'ltr' }))
  return bidiRuns(text).flatMap(({ text: part, direction }) => {
    const runs = fontRuns(fonts, part, style).map((run) => ({ ...run, direction }))
    return direction === 'rtl' ? runs.toReversed() : runs
  })
}

type Style = { readonly region: Region; readonly weight: Weight }
type FontRun = Omit<Run, 'direction'>

function fontRuns(fonts: Fonts, text: string, style: Style): readonly FontRun[] {
  const runs: { text: string; font: Font }[] = []
  for (const { segment } of clusters.segment(text)) {
    const before = runs.at(-1)
    const font = fontOf(fonts, segment, style, before?.font)
    const drawn = withoutUnknownIgnorable(segment, font)
    if (before?.font === font) before.text += drawn
    else runs.push({ text: drawn, font })
  }
  return runs.filter((run) => run.text !== '')
}

/** A cluster stays whole, in the first font that has its first character. */
function fontOf(fonts: Fonts, cluster: string, style: Style, before: Font | undefined): Font {
  const character = String.fromCodePoint(cluster.codePointAt(0) ?? 0)
  const isShared = SHARED.test(character) && !ASCII_VISIBLE.test(character)
  if (before !== undefined && isShared && !isSymbolFont(before.name) && before.has(character)) return before
  const name = fonts.fontFor(character, style)
  return name === undefined ? primary(fonts, style) : fonts.get(name)
}

function withoutUnknownIgnorable(cluster: string, font: Font): string {
  if (!IGNORABLE.test(cluster)) return cluster
  return [...cluster].filter((character) => !IGNORABLE.test(character) || font.has(character)).join('')
}

function primary(fonts: Fonts, { weight }: Style): Font {
  return fonts.get(weight === 'semibold' ? 'NotoSans-SemiBold' : 'NotoSans-Regular')
}

type DirectedText = { text: string; readonly direction: Direction; readonly level: number }

/** The Unicode bidirectional algorithm: parts of one level, in visual order. */
function bidiRuns(text: string): readonly DirectedText[] {
  const levels = bidi.getEmbeddingLevels(text, 'auto').levels
  const parts: DirectedText[] = []
  for (let index = 0; index < text.length; index += 1) {
    const level = levels[index] ?? 0
    const unit = text.charAt(index)
    const before = parts.at(-1)
    if (before !== undefined && before.level === level) before.text += unit
    else parts.push({ text: unit, level, direction: level % 2 === 1 ? 'rtl' : 'ltr' })
  }
  return inVisualOrder(parts)
}

/** Rule L2: from the highest level to the lowest odd one, every sequence of at least that level is reversed. */
function inVisualOrder(parts: readonly DirectedText[]): readonly DirectedText[] {
  const ordered = [...parts]
  const highest = Math.max(...parts.map(({ level }) => level))
  for (let level = highest; level >= 1; level -= 1) reverseFrom(ordered, level)
  return ordered
}

function reverseFrom(parts: DirectedText[], least: number): void {
  let start = 0
  while (start < parts.length) {
    let end = start
    while (end < parts.length && (parts[end]?.level ?? 0) >= least) end += 1
    if (end > start) parts.splice(start, end - start, ...parts.slice(start, end).reverse())
    start = end + 1
  }
}
