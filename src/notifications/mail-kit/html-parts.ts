// pure
import { withBreakPoints } from '../../kernel/markup/break-points.ts'
import { type Html, type HtmlPart, html } from '../../kernel/markup/html.ts'
import { FONT, LIGHT } from './mail-style.ts'

// Small parts that all rows of a mail are written with.

export const WIDTH = 560
export const TABULAR = 'font-variant-numeric:tabular-nums;'

/** Sizes of the large amount, by the number of its characters. */
export const FONT_AMOUNT = [
  { lengthMax: 12, size: 36 },
  { lengthMax: 16, size: 28 },
  { lengthMax: 20, size: 24 },
  { lengthMax: 25, size: 20 },
] as const

export function font(size: number, more = ''): string {
  return `font-family:${FONT};font-size:${size}px;line-height:1.5;${more}`
}

/** A row of the column. A word is cut only if it is longer than the whole line. */
export function row(padding: string, body: Html): Html {
  return html`<tr><td class="pad" style="padding:${padding};overflow-wrap:break-word;word-wrap:break-word;">${body}</td></tr>
`
}

/** A text of several lines. */
export function lines(text: string, written: (line: string) => HtmlPart = (line) => line): readonly HtmlPart[] {
  return text.split(/\r\n?|\n/).flatMap((line, index) => (index === 0 ? [written(line)] : [html`<br>`, written(line)]))
}

/** Short enough for one line of a phone, beside others. */
const UNBROKEN_LENGTH_MAX = 24
/** Digits are narrow. */
const UNBROKEN_NUMBER_LENGTH_MAX = 34
const NUMBER = /^[\d\s()+./-]+$/

export function unbroken(text: string): HtmlPart {
  const lengthMax = NUMBER.test(text) ? UNBROKEN_NUMBER_LENGTH_MAX : UNBROKEN_LENGTH_MAX
  return text.length > lengthMax ? text : html`<span style="white-space:nowrap;">${text}</span>`
}

/** Chinese and Japanese write no space between an address and the words around it. */
const PART_OF_ADDRESS = '[^\\s@\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\u3000-\\u303F\\uFF00-\\uFF60]+'
const WORD_WITH_ADDRESS = new RegExp(`(${PART_OF_ADDRESS}@${PART_OF_ADDRESS})`, 'u')

/** A sentence whose long addresses end a line between their parts, and get no hyphens. */
export function withAddresses(sentence: string): readonly HtmlPart[] {
  return sentence
    .split(WORD_WITH_ADDRESS)
    .map((part, index) => (index % 2 === 0 ? part : html`<span class="value">${inParts(part)}</span>`))
}

/** A short address needs no places to break at: `nowrap` would not close them. */
function inParts(address: string): HtmlPart {
  return address.length > UNBROKEN_LENGTH_MAX ? withBreakPoints(address) : unbroken(address)
}

type Tone = 'text' | 'quiet'
const ADDRESS = /^([^\s@]+)@([^\s@]+\.[^\s@]+)$/u

/**
 * A link for a line that is an address, to which people write; undefined for other lines. Mail programs make no link of
 * an address with places to break at, so it has one. As a block it moves to the next line before it breaks; the padding
 * is for fingers, and the margin keeps the line as high as it was.
 */
export function addressLink(line: string, tone: Tone): Html | undefined {
  const [, person, domain] = ADDRESS.exec(line) ?? []
  if (person === undefined || domain === undefined) return undefined
  const style = `display:inline-block;max-width:100%;padding:13px 0;margin:-13px 0;text-decoration:underline;color:${LIGHT[tone]};`
  const url = `mailto:${encodeURIComponent(person)}@${encodeURIComponent(domain)}`
  return html`<a class="${tone} value" href="${url}" style="${style}">${inParts(line)}</a>`
}
