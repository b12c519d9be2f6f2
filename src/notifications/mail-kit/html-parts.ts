// pure
import { type Html, type HtmlPart, html } from '../../kernel/markup/html.ts'
import { FONT } from './mail-style.ts'

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
export function lines(text: string): readonly HtmlPart[] {
  return text.split(/\r\n?|\n/).flatMap((line, index) => (index === 0 ? [line] : [html`<br>`, line]))
}

/** Short enough for one line of a phone, beside others. */
const UNBROKEN_LENGTH_MAX = 24

export function unbroken(text: string): HtmlPart {
  return text.length > UNBROKEN_LENGTH_MAX ? text : html`<span style="white-space:nowrap;">${text}</span>`
}
