// pure
import { Html, html } from '../../../kernel/markup/html.ts'
import { statusBadge } from '../../../kernel/markup/status-badge.ts'
import type { Part, Sample } from './part.ts'
import { AMOUNTS, LONG_WORD, NAMES } from './sample-words.ts'

/** Parts of the portal: its frame, and everything that floats over a page. */
export const PORTAL_PARTS: readonly Part[] = [
  {
    name: 'Popup menu',
    rule: 'The same menu where script places it: it flips at the edges, and arrow keys move in it.',
    show: ({ words, id }) => html`<div class="popup" role="menu" aria-label="${words.status}">
<div class="who"><p><bdi>${NAMES[0]}</bdi></p><p class="quiet value">tanya.lee.of.the.accounting.department@subsidiary.example.com</p></div>
<div class="separator" role="separator"></div>
<div role="group" aria-labelledby="${id('group')}"><p class="group-label" id="${id('group')}">${words.number}</p>
${words.actions.map(
  (action, index) =>
    html`<div role="menuitem" tabindex="0"${MENU_STATES[index]}><span>${action}${index === 1 && html`<span class="reason">${words.refusal}</span>`}</span></div>`,
)}
</div></div>`,
  },
  {
    name: 'Table to select from',
    rule: 'The whole cell ticks its row. Heads that sort are buttons and say the order.',
    show: selectTable,
  },
  {
    name: 'Timeline',
    rule: 'The newest first. A dot has the color of the status that it led to, and its words say the same.',
    show: ({ words }) =>
      html`<ul class="timeline">${words.actions.map((action, index) => html`<li class="${TIMELINE_STATES[index]}"><p class="what">${action}</p><p class="detail">${index === 1 ? LONG_WORD : words.success}</p><time datetime="2026-07-11T10:00:00Z">2026-07-11 12:00</time></li>`)}</ul>`,
  },
  {
    name: 'Command menu',
    rule: 'One field, and everything that matches it below. Enter runs the marked one.',
    show: commandMenu,
  },
  {
    name: 'Shell',
    rule: 'Navigation at the left, a bar at the bottom of a phone. Long names take two lines.',
    show: shell,
  },
  {
    name: 'Chart',
    rule: 'One message each. Labels stand at their parts, a table and files behind buttons.',
    show: chart,
  },
  {
    name: 'Columns',
    rule: 'From zero. The pointer or the arrow keys read them one by one.',
    show: columns,
  },
  {
    name: 'Table of a chart',
    rule: 'The same numbers for everyone who cannot see the drawing. It scrolls by itself.',
    show: ({ words }) =>
      html`<div class="chart-table" role="group" aria-label="${words.total}" tabindex="0"><table><thead><tr><th scope="col">${words.due}</th><th scope="col">${words.total}</th><th scope="col">${words.subtotal}</th></tr></thead>
<tbody>${AMOUNTS.map((amount, index) => html`<tr><th scope="row"><a href="#top">2026-07-0${index + 1}</a></th><td>${amount}</td><td>${AMOUNTS.at(-1 - index)}</td></tr>`)}</tbody></table></div>`,
  },
  {
    name: 'Card',
    rule: 'Facts that belong together. Long values break rather than leave it.',
    show: ({ words }) =>
      html`<div class="card"><h3>${words.customer}</h3><p class="value">${NAMES[0]}</p><p class="help">${words.empty[1]}</p><p class="late">${words.empty[0]}</p></div>`,
  },
  {
    name: 'Entry',
    rule: 'Before signing in: one card, and nothing beside it.',
    show: ({ words, id }) =>
      html`<div class="entry"><p class="brand">Quittance</p><form class="entry-card"><h3>${words.save}</h3><div class="field"><label for="${id('entry')}">${words.email}</label><input id="${id('entry')}" type="email"></div><button class="button wide" type="button">${words.save}</button></form></div>`,
  },
  {
    name: 'State',
    rule: 'A screen with nothing else to show says what happened and leads on.',
    show: ({ words }) =>
      html`<div class="state"><span class="mark" aria-hidden="true">?</span><h3>${words.empty[0]}</h3><p class="quiet">${words.empty[1]}</p><a class="button" href="#state">${words.empty[2]}</a></div>`,
  },
]

const ROW_STATUSES = ['DRAFT', 'PENDING', 'OPEN', 'OVERDUE'] as const

function selectTable({ words, language }: Sample): Html {
  const checkbox = (name: string, isChecked: boolean) =>
    html`<label class="check"><input type="checkbox" aria-label="${name}"${isChecked && new Html(' checked')}></label>`
  const rows = NAMES.map(
    (name, index) =>
      html`<tr${index < 2 && new Html(' class="selected"')}><td class="select">${checkbox(name, index < 2)}</td><td class="main value"><a class="row-link" href="#select"><bdi>${name}</bdi></a></td><td>A${123 + index}</td><td>${statusBadge(ROW_STATUSES[index] ?? 'DRAFT', language)}</td><td class="money">${AMOUNTS[index]}</td></tr>`,
  )
  return html`<table class="table"><thead><tr><th scope="col" class="select">${checkbox(words.views[0] ?? '', false)}</th><th scope="col">${words.customer}</th><th scope="col"><button class="sort">${words.number}</button></th><th scope="col">${words.status}</th><th scope="col" class="money" aria-sort="descending"><button class="sort">${words.total} ↓</button></th></tr></thead>
<tbody>${rows}</tbody></table>`
}

const COLUMNS = [18, 64, 0, 120, 96, 7, 44, 150]

function columns({ words, id }: Sample): Html {
  const drawn = COLUMNS.map(
    (height, index) =>
      html`<rect class="column${index === 3 && ' chosen'}" x="${index * 30 + 4}" y="${168 - height}" width="22" height="${height}"/>`,
  )
  const compared = COLUMNS.map(
    (height, index) =>
      html`<rect class="compared" x="${index * 30 + 1}" y="${168 - ((height + 40) % 150)}" width="28" height="2"/>`,
  )
  return html`<figure class="chart" aria-labelledby="${id('columns')}"><figcaption><span id="${id('columns')}">${words.total}</span></figcaption>
<div class="columns-chart"><p class="chart-reading"><span class="swatch now">${AMOUNTS[0]}</span><span class="swatch before">${AMOUNTS[1]}</span></p>
<div class="columns opening"><svg width="244" height="172" role="img" aria-label="${words.total}"><g class="tick"><line x1="0" x2="244" y1="168" y2="168"/></g><g class="tick"><line x1="0" x2="244" y1="88" y2="88"/></g><line class="cursor" x1="105" x2="105" y1="8" y2="168"/>${drawn}${compared}</svg></div></div></figure>`
}

const MENU_STATES = [
  new Html(' data-highlighted'),
  new Html(' data-disabled aria-disabled="true"'),
  html``,
  new Html(' class="danger"'),
]
const TIMELINE_STATES = ['paid', 'partial', 'open', 'overdue']

const CHART_PARTS = ['notDue', 'late1', 'late31', 'late61', 'late91']

function chart({ words, id }: Sample): Html {
  const labels = CHART_PARTS.map(
    (part, index) =>
      html`<li><span class="swatch ${part}">${words.actions[index % words.actions.length]}</span><span class="money">${AMOUNTS[index % AMOUNTS.length]}</span></li>`,
  )
  const segments = CHART_PARTS.map(
    (part, index) => html`<rect class="segment ${part}" x="${index * 48}" y="0" width="46" height="28"/>`,
  )
  return html`<figure class="chart" aria-labelledby="${id('chart')}"><figcaption><span id="${id('chart')}">${words.status}</span><span class="chart-tools"><button class="button quiet compact" type="button">${words.actions[0]}</button></span></figcaption>
<div class="stacked-bar"><svg width="240" height="28" role="img" aria-label="${words.status}">${segments}</svg></div><ul class="bar-labels">${labels}</ul></figure>`
}

function commandMenu({ words, id }: Sample): Html {
  const items = NAMES.map(
    (name, index) =>
      html`<div class="finder-item" role="option" aria-selected="${String(index === 0)}"${new Html(index === 0 ? ' data-highlighted' : '')}><span class="finder-text"><bdi>A${123 + index}</bdi><span class="detail"><bdi>${name}</bdi></span></span><span class="money">${AMOUNTS[index]}</span></div>`,
  )
  return html`<div class="command"><div class="finder-field"><input aria-label="${words.number}" placeholder="${words.number}" role="combobox" aria-expanded="true" aria-controls="${id('found')}"></div>
<div class="finder-list" role="listbox" id="${id('found')}" aria-label="${words.customer}" tabindex="0">${items}</div>
<p class="command-keys"><span><kbd>↑</kbd> <kbd>↓</kbd></span> <span><kbd>Enter</kbd></span> <span><kbd>Esc</kbd></span></p></div>`
}

function shell({ words, scheme }: Sample): Html {
  const links = words.views
    .slice(0, 4)
    .map(
      (view, index) =>
        html`<li><a href="#shell"${index === 0 && new Html(' aria-current="page"')}><span>${view}</span></a></li>`,
    )
  return html`<div class="shell"><div class="shell-lines"><p class="banner"><span>${words.testMode}</span></p></div>
<div class="shell-top"><button class="organization-button"><span class="name"><bdi>Hohenlohe-Langenburg</bdi></span></button>
<button class="search-button"><span>${words.number}</span><kbd>/</kbd></button><button class="avatar"><span aria-hidden="true">TL</span><span class="hidden-text">${words.name}</span></button></div>
<nav class="shell-nav" aria-label="${words.customer}: ${scheme}"><ul>${links}</ul></nav>
<div class="shell-content"><div class="page"><header class="page-head"><h3>${words.views[0]}</h3><button class="button compact">${words.save}</button></header><p>${words.paragraph}</p></div></div></div>`
}
