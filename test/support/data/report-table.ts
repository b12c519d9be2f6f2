import { parse } from 'csv-parse/sync'
import { Html, html } from '../../../src/kernel/markup/html.ts'
import { htmlPage } from '../../../src/kernel/markup/html-page.ts'

const ROWS_SHOWN = 13
const NUMBER = /^-?\d+(\.\d+)?$/

const STYLE = `:root{--ground:#fff;--head:#f7f8f9;--line:#dfe2e6;--text:#14181e;--quiet:#636b77;--bar:#eef0f2}
@media (prefers-color-scheme:dark){:root{--ground:#111418;--head:#171b20;--line:#323942;--text:#f1f3f5;--quiet:#a5adb8;--bar:#1c2127}}
body{margin:0;background:var(--ground);color:var(--text);font:400 14px/1.4 "Noto Sans",sans-serif}
header{padding:10px 14px;background:var(--bar);font-weight:600;border-bottom:1px solid var(--line)}
table{border-collapse:collapse;width:100%}
th,td{border:1px solid var(--line);padding:4px 10px;text-align:left;vertical-align:top}
tr>:first-child{border-left:0}tr>:last-child{border-right:0}
thead th,tbody th{background:var(--head);color:var(--quiet);font-weight:400;text-align:center}
tbody th{width:1px}td{white-space:nowrap}.named td{font-weight:600}
.number{text-align:right;font-variant-numeric:tabular-nums}`

/** A CSV report as a spreadsheet shows it: its title line, the names of its columns and its first rows. */
export function reportTable(file: string, csv: string): string {
  const lines = parse(csv, { relaxColumnCount: true }) as readonly (readonly string[])[]
  const [title = [], names = [], ...rows] = lines
  const columns = names.map((_, index) => String.fromCharCode('A'.charCodeAt(0) + index))
  const body = html`<header>${file}</header>
<table><thead><tr><th></th>${columns.map((letter) => html`<th>${letter}</th>`)}</tr></thead>
<tbody><tr><th>1</th>${cells(columns, title)}</tr>
<tr class="named"><th>2</th>${cells(columns, names)}</tr>
${rows.slice(0, ROWS_SHOWN).map((row, index) => html`<tr><th>${index + 3}</th>${cells(columns, row)}</tr>\n`)}</tbody></table>`
  return htmlPage({ language: 'en', title: file, head: html`<style>${new Html(STYLE)}</style>`, body }).text
}

function cells(columns: readonly string[], row: readonly string[]): readonly Html[] {
  return columns.map((_, index) => {
    const text = row[index] ?? ''
    // The period of the title line would make its column far wider than the amounts below it.
    const lines = text.split(/(?<= to) /)
    return html`<td class="${NUMBER.test(text) && 'number'}">${lines.map((line) => html`${line}<br>`)}</td>`
  })
}
