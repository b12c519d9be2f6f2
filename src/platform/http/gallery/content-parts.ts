// pure
import { withBreakPoints } from '../../../kernel/markup/break-points.ts'
import { Html, html } from '../../../kernel/markup/html.ts'
import { statusBadge } from '../../../kernel/markup/status-badge.ts'
import { SHOWN_STATUSES } from '../../../kernel/wording/status-words.ts'
import type { Part, Sample } from './part.ts'
import { AMOUNTS, LONG_WORD, NAMES } from './sample-words.ts'

/** Parts that people read. */
export const CONTENT_PARTS: readonly Part[] = [
  {
    name: 'Badge',
    rule: 'A status is always a word, never a color alone.',
    show: ({ language }) =>
      html`<p class="row">${SHOWN_STATUSES.map((status) => html`${statusBadge(status, language)} `)}</p>`,
  },
  {
    name: 'Notice',
    rule: 'What went wrong, and what to do, above the subject of it.',
    show: ({
      words,
    }) => html`<div class="notice"><h3>${words.error[0]}</h3><ul><li>${words.error[1]}</li><li>${words.error[2]}</li></ul></div>
<div class="notice warning"><p>${words.warning}</p></div>
<div class="notice success"><p>${words.success}</p></div>
<div class="notice plain"><p>${words.plain} <span class="value">${LONG_WORD}</span></p></div>`,
  },
  {
    name: 'Banner',
    rule: 'The mark of test mode: one thin line of one height on every page. Alerts look the same in their own colors.',
    show: ({ words }) =>
      html`<p class="banner"><span class="long">${words.testMode}</span><span class="short">${words.testMark}</span> <a href="#banner">${words.testCards}</a></p>
<p class="banner alert"><span>${words.warning}</span> <button class="link">${words.undo}</button></p>`,
  },
  {
    name: 'Rows',
    rule: 'Amounts have one right edge. On phones a long label stands over its value.',
    show: ({ words }) => html`<dl class="rows">
${NAMES.map((name, index) => html`<div class="item"><dt class="value"><bdi>${name}</bdi></dt><dd class="money">${AMOUNTS[index]}</dd></div>`)}
<div class="sum"><dt>${words.subtotal}</dt><dd class="money">${AMOUNTS[0]}</dd></div>
<div><dt>${words.tax}</dt><dd class="money">$20.00</dd></div>
<div class="sum"><dt>${words.total}</dt><dd class="money">${AMOUNTS[0]}</dd></div>
</dl>
<dl class="rows">
<div class="fact"><dt>${words.customer}</dt><dd class="value">${LONG_WORD}</dd></div>
<div class="fact"><dt>${words.email}</dt><dd class="value">${withBreakPoints('tanya.lee.of.the.accounting.department@subsidiary.example.com')}</dd></div>
<div class="fact"><dt>${words.description}</dt><dd>${words.paragraph}</dd></div>
</dl>
<dl class="rows stacked">
<div class="fact"><dt>${words.longLabel}</dt><dd class="value">DE123456789-0001/2026</dd></div>
</dl>
<dl class="rows">
<div class="fact below"><dt>${words.description}</dt><dd>${words.paragraph}</dd></div>
</dl>`,
  },
  {
    name: 'Table',
    rule: 'The head stays in view; amounts stand at the right; a row opens by a click anywhere. Two lines per record on a phone.',
    show: (
      sample,
    ) => html`<table class="table"><thead><tr><th scope="col">${sample.words.customer}</th><th scope="col">${sample.words.number}</th><th scope="col">${sample.words.status}</th><th scope="col" class="money">${sample.words.total}</th></tr></thead>
<tbody>${NAMES.map((name, index) => tableRow(sample, name, index))}</tbody></table>`,
  },
  {
    name: 'Tabs',
    rule: 'Views of one list, as links: the address says which one is shown.',
    show: ({ words, scheme }) =>
      html`<nav class="tabs" aria-label="${words.status}: ${scheme}">${words.views.map((view, index) => html`<a href="#tabs"${index === 2 && new Html(' aria-current="page"')}>${view}</a>`)}</nav>`,
  },
  {
    name: 'Chip',
    rule: 'A filter that is on. It stands in the address, and its cross removes it.',
    show: ({ words }) =>
      html`<div class="row">${words.filters.map((filter) => html`<a class="chip" href="#chip"><span>${filter}</span></a>`)}</div>`,
  },
  {
    name: 'Toast',
    rule: 'Confirms an action in words, and offers to undo it.',
    show: ({ words }) =>
      html`<div class="toast"><p>${words.done}</p><button>${words.undo}</button><button class="close" aria-label="${words.cancel}">${CROSS}</button></div>`,
  },
  {
    name: 'Skeleton',
    rule: 'Holds the place of content that is still loading. It stands still where less motion is wanted.',
    show: () =>
      html`<div class="loading"><span class="skeleton wide"></span><span class="skeleton"></span><span class="skeleton short"></span></div>`,
  },
  {
    name: 'Empty state',
    rule: 'Explains itself and offers the first step.',
    show: ({ words }) =>
      html`<div class="empty"><h3>${words.empty[0]}</h3><p>${words.empty[1]}</p><button class="button">${words.empty[2]}</button></div>`,
  },
  {
    name: 'Key',
    rule: 'A key of the keyboard.',
    show: () =>
      html`<p class="row"><span><kbd>Ctrl</kbd> <kbd>K</kbd></span> <kbd>/</kbd> <kbd>c</kbd> <kbd>Enter</kbd> <kbd>↑</kbd> <kbd>↓</kbd></p>`,
  },
  {
    name: 'Type',
    rule: 'Six sizes and three weights. Names, addresses and numbers break only if they must.',
    show: ({
      words,
    }) => html`<p class="text-36 money">${AMOUNTS[0]}</p><p class="text-28">${words.question}</p><p class="text-20">${words.empty[0]}</p>
<p>${words.paragraph}</p><p class="small quiet">${words.paragraph}</p><p class="small">${words.email}: <a href="#type">${words.help}</a> <code>inv_${LONG_WORD.toLowerCase()}</code></p>`,
  },
]

export const CROSS = new Html(
  '<svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.5"><path d="M4 4l8 8M12 4l-8 8"/></svg>',
)

const ROW_STATUSES = ['OVERDUE', 'PARTIAL', 'PAID', 'CANCELED'] as const

function tableRow({ language }: Sample, name: string, index: number): Html {
  return html`<tr><td class="main value"><a class="row-link" href="#table"><bdi>${name}</bdi></a></td><td>A${123 + index}</td><td>${statusBadge(ROW_STATUSES[index] ?? 'OPEN', language)}</td><td class="money">${AMOUNTS[index]}</td></tr>`
}
