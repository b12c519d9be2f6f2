// pure
import { Html, html } from '../../kernel/markup/html.ts'
import { addressLink, font, lines, row, TABULAR } from './html-parts.ts'
import type { MailItem, MailRow, MailSection } from './mail-content.ts'
import { LIGHT, PAD } from './mail-style.ts'

/** The room on a line of a phone of 320 px, and about the width of a letter. */
const PHONE_WIDTH = 280
const LETTER_WIDTH = 9
const GAP = 16
/** A longer value reads as a paragraph, below its label. */
const VALUE_LENGTH_MAX = 56
/** Of Chinese and Japanese, whose lines end anywhere: one line of the column of values, in halves of their characters. */
const WIDE_VALUE_LENGTH_MAX = 40
/** Longer words would be cut in the column of labels, or of values. */
const LABEL_WORD_LENGTH_MAX = 22
const VALUE_WORD_LENGTH_MAX = 36

export function sectionRow(section: MailSection): Html {
  if (section.type === 'note') {
    const style = `margin:0;${font(14, `color:${LIGHT.quiet};`)}`
    return row(`0 ${PAD}px 24px`, html`<p class="quiet" style="${style}">${section.text}</p>`)
  }
  if (section.type === 'facts') {
    const rows = [html`<colgroup><col width="40%"><col></colgroup>`, ...section.rows.map(factRow)]
    return row(`0 ${PAD}px 24px`, table(rows, { name: 'facts', style: 'table-layout:fixed;' }))
  }
  const { items, sums } = section
  const name = items.every(itemFits) ? 'items' : 'items tight'
  const sumsName = sums.every(sumFits) ? '' : 'tight'
  return row(
    `0 ${PAD}px 24px`,
    html`${items.length > 0 && table(items.map(itemRow), { name, style: 'margin-bottom:16px;' })}
${table(
  sums.map((sum, index) => sumRow(sum, { isStrong: index === sums.length - 1 })),
  { name: sumsName },
)}`,
  )
}

function table(rows: readonly Html[], { name = '', style = '' } = {}): Html {
  return html`<table width="100%" cellpadding="0" cellspacing="0" border="0" class="line ${name}" style="${style}border-top:1px solid ${LIGHT.line};">
${rows}</table>`
}

/** Whether every word of the name and the price stands beside the amount on a phone. */
function itemFits({ name, detail = '', amount }: MailItem): boolean {
  return fitsPhone([...name.split(WORD_END), ...detail.split(/[ -]+/)], amount)
}

/** The label of a tax has the taxed amount, which must not be cut. */
function sumFits({ label, text }: MailRow): boolean {
  return fitsPhone(label.split(WORD_END), text)
}

function fitsPhone(words: readonly string[], amount: string): boolean {
  return (wordLengthOf(words) + amount.length) * LETTER_WIDTH + GAP <= PHONE_WIDTH
}

function wordLengthOf(words: readonly string[]): number {
  return Math.max(...words.map((word) => word.length))
}

const WIDE = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]/gu
/** A line may end at a space or a hyphen, and between any two Chinese or Japanese characters. */
const WORD_END = /[^\S\u00A0]+|-+|(?<=[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}])/u

/** Quantities, prices and percentages with their words, which stay whole in Chinese and Japanese too. */
const WHOLE_WORDS = 'word-break:keep-all;overflow-wrap:anywhere;'

function itemRow({ name, detail, amount }: MailItem): Html {
  const more =
    detail && html`<br><span class="quiet" style="font-size:14px;color:${LIGHT.quiet};${WHOLE_WORDS}">${detail}</span>`
  const nameStyle = `padding:12px ${GAP}px 0 0;word-break:break-word;${font(16, `font-weight:400;text-align:left;color:${LIGHT.text};`)}`
  const amountStyle = `padding:12px 0 0;text-align:right;white-space:nowrap;${font(16, `color:${LIGHT.text};${TABULAR}`)}`
  return html`<tr class="item"><th scope="row" class="text" align="left" valign="top" style="${nameStyle}">${name}${more}</th><td class="text money" align="right" valign="top" style="${amountStyle}">${amount}</td></tr>
`
}

/** The last sum is emphasized. */
function sumRow({ label, text }: MailRow, { isStrong }: { readonly isStrong: boolean }): Html {
  const [tone, color] = isStrong ? ['text', LIGHT.text] : ['quiet', LIGHT.quiet]
  const weight = isStrong ? 'font-weight:600;' : 'font-weight:400;'
  const size = isStrong ? 16 : 14
  const labelStyle = `padding:10px ${GAP}px 0 0;word-break:break-word;${font(size, `${weight}text-align:left;color:${color};`)}`
  const amountStyle = `padding:10px 0 0;text-align:right;white-space:nowrap;${font(size, `${weight}color:${LIGHT.text};${TABULAR}`)}`
  return html`<tr><th scope="row" class="${tone}" align="left" valign="top" style="${labelStyle}">${label}</th><td class="text money" align="right" valign="top" style="${amountStyle}">${text}</td></tr>
`
}

function isParagraph(line: string): boolean {
  const wide = line.match(WIDE)?.length ?? 0
  return wide === 0 ? line.length > VALUE_LENGTH_MAX : line.length + wide > WIDE_VALUE_LENGTH_MAX
}

/** A label beside its value. On phones, and if one of them needs the width, the label stands over its value. */
function factRow({ label, text }: MailRow): Html {
  const isLong =
    text.split('\n').some((line) => isParagraph(line)) ||
    wordLengthOf(label.split(WORD_END)) > LABEL_WORD_LENGTH_MAX ||
    wordLengthOf(text.split(/\s+/)) > VALUE_WORD_LENGTH_MAX
  const align = isLong ? 'left' : 'right'
  const labelStyle = `padding:10px ${GAP}px 0 0;${font(14, `font-weight:400;text-align:left;color:${LIGHT.quiet};`)}`
  // The times of a period end their lines before the second one, not within it.
  const wrap = isLong ? '' : 'text-wrap:balance;'
  const valueStyle = `padding:${isLong ? 2 : 10}px 0 0;${wrap}${font(14, `text-align:${align};color:${LIGHT.text};${TABULAR}`)}`
  const span = isLong && new Html(' colspan="2"')
  const nextRow = isLong && new Html('</tr><tr class="fact">')
  return html`<tr class="fact"><th scope="row"${span} class="quiet" align="left" valign="top" style="${labelStyle}">${label}</th>${nextRow}<td${span} class="text value" align="${align}" valign="top" style="${valueStyle}">${lines(text, (line) => addressLink(line, 'text') ?? line)}</td></tr>
`
}
