// pure
import type { Row } from '../../../../invoicing/pure.ts'
import { withBreakPoints } from '../../../../kernel/markup/break-points.ts'
import { type Html, html } from '../../../../kernel/markup/html.ts'

/** A label and its value, which may have several lines. */
export type Fact = { readonly label: string; readonly lines: readonly string[] }

/** Letters of a label and its value that share a line, where a character of an East Asian script counts twice. */
const WIDTH_MAX = 48
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\uff00-\uff60]/u

export function factsOf(rows: readonly (Row | undefined)[]): readonly Fact[] {
  return rows.filter((row) => row !== undefined).map(({ label, text }) => ({ label, lines: [text] }))
}

/** Facts of an invoice; `repeated` ones are for narrow pages. If one value is too long, all stand below their labels. */
export function factList(facts: readonly Fact[], repeated: readonly Fact[] = []): Html {
  return html`<dl class="rows${facts.some(isWide) && ' stacked'}">${facts.map((fact) => factRow(fact))}${repeated.map((fact) => factRow(fact, ' again'))}</dl>`
}

function isWide({ label, lines }: Fact): boolean {
  return widthOf(label) + Math.max(...lines.map(widthOf)) > WIDTH_MAX
}

function widthOf(text: string): number {
  return [...text].reduce((width, character) => width + (WIDE.test(character) ? 2 : 1), 0)
}

function factRow({ label, lines }: Fact, more = ''): Html {
  return html`<div class="fact${more}"><dt>${label}</dt><dd>${lines.map((line, index) => html`${index > 0 && html`<br>`}${withBreakPoints(line)}`)}</dd></div>`
}

/** A row of a screen, whose values are short. */
export function textRow({ label, text }: { readonly label: string; readonly text: string | Html }): Html {
  return html`<div class="fact"><dt>${label}</dt><dd>${text}</dd></div>`
}
