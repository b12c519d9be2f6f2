// pure
import { Html, html } from '../../../kernel/markup/html.ts'
import { CROSS } from './content-parts.ts'
import type { Part } from './part.ts'
import { LONG_WORD } from './sample-words.ts'

/** Parts that people press, choose and type in. */
export const FORM_PARTS: readonly Part[] = [
  {
    name: 'Button',
    rule: 'One filled button per screen. It is never higher than its text needs.',
    show: ({ words }) => html`<div class="row">
<button class="button">${words.save}</button>
<button class="button plain">${words.cancel}</button>
<button class="button quiet">${words.cancel}</button>
<button class="button danger">${words.cancelInvoice}</button>
</div>
<div class="row">
<button class="button" disabled>${words.save}</button>
<button class="button plain" disabled>${words.cancel}</button>
<button class="button danger" disabled>${words.cancelInvoice}</button>
<button class="button" disabled><span class="spinner" aria-hidden="true"></span>${words.paying}</button>
</div>
<div class="row">
<button class="button compact">${words.save}</button>
<button class="button plain compact">${words.cancel}</button>
<button class="button quiet compact">${words.cancel}</button>
<a class="button plain compact" href="#button">${words.views[0]}</a>
<button class="button quiet compact icon" aria-label="${words.cancel}">${CROSS}</button>
<p>${words.success} <button class="link">${words.undo}</button></p>
</div>
<button class="button wide">${words.pay}</button>
<button class="button plain wide">${words.longAction}</button>`,
  },
  {
    name: 'Field',
    rule: 'Label above, help and problem below. Problems say what to do.',
    show: ({
      words,
      id,
    }) => html`<div class="field"><label for="${id('name')}">${words.name}</label><input id="${id('name')}" value="Tanya Lee"></div>
<div class="field"><label for="${id('mail')}">${words.email}</label><input id="${id('mail')}" type="email" value="tanya.lee@" aria-invalid="true" aria-describedby="${id('mail-problem')} ${id('mail-help')}">
<p class="problem" id="${id('mail-problem')}">${words.problem}</p><p class="help" id="${id('mail-help')}">${words.help}</p></div>
<div class="pair">
<div class="field"><label for="${id('second')}">${words.name}</label><input id="${id('second')}"></div>
<div class="field"><label for="${id('country')}">${words.country}</label><select id="${id('country')}"><option>Deutschland</option><option>South Georgia and the South Sandwich Islands</option></select></div>
</div>
<div class="field"><label for="${id('vat')}">${words.longLabel}</label><input id="${id('vat')}" placeholder="DE123456789"></div>
<div class="field"><label for="${id('brand')}">${words.card}</label><div class="inside"><input id="${id('brand')}" inputmode="numeric" value="4242 4242 4242 4242"><span>Visa</span></div></div>
<div class="field"><label for="${id('locked')}">${words.name}</label><input id="${id('locked')}" disabled value="${LONG_WORD}"></div>
<div class="field"><label for="${id('message')}">${words.message}${words.optional}</label><textarea id="${id('message')}">${words.paragraph}</textarea></div>`,
  },
  {
    name: 'Amount field',
    rule: 'Figures of one width; the rest is said before it is paid.',
    show: ({ words, id }) => html`<div class="field"><label for="${id('amount')}">${words.amount}</label>
<div class="inside"><input class="money" id="${id('amount')}" inputmode="decimal" value="123456789012.34" aria-describedby="${id('minimum')}"><span>EUR</span></div>
<p class="help" id="${id('minimum')}">${words.minimum}</p></div>
<div class="field"><label for="${id('wrong')}">${words.amount}</label>
<div class="inside"><input class="money" id="${id('wrong')}" inputmode="decimal" value="0.001" aria-invalid="true" aria-describedby="${id('wrong-problem')}"><span>KWD</span></div>
<p class="problem" id="${id('wrong-problem')}">${words.minimum}</p></div>`,
  },
  {
    name: 'Choice',
    rule: 'Drawn alike in light and dark. A chosen one opens its panel, without script.',
    show: ({ words, id }) => html`<fieldset><legend>${words.card} / ${words.bank}</legend>
<div class="choices">
<div class="option"><label class="choice"><input type="radio" name="${id('method')}" checked> ${words.card}<span class="hint money">$250.05</span></label>
<div class="panel"><div class="field"><label for="${id('panel')}">${words.name}</label><input id="${id('panel')}"></div></div></div>
<div class="option"><label class="choice"><input type="radio" name="${id('method')}"> ${words.bank}</label></div>
<div class="option"><label class="choice"><input type="radio" name="${id('method')}" disabled> ${words.longAction}</label></div>
</div></fieldset>
<div>
<label class="check"><input type="checkbox" checked> ${words.remember}</label>
<label class="check"><input type="checkbox"> ${words.remember}</label>
<label class="check"><input type="checkbox" disabled> ${words.remember}</label>
</div>`,
  },
  {
    name: 'Segments',
    rule: 'One of few, side by side: radio buttons that look like one control.',
    show: ({ words, id }) =>
      html`<fieldset class="segments"><legend class="hidden-text">${words.status}</legend>${words.views.map((view, index) => html`<label><input type="radio" name="${id('segments')}"${index === 1 && new Html(' checked')}><span>${view}</span></label>`)}</fieldset>
<fieldset class="segments" disabled><legend class="hidden-text">${words.card}</legend>${[words.card, words.bank].map((each, index) => html`<label><input type="radio" name="${id('off')}"${index === 0 && new Html(' checked')}><span>${each}</span></label>`)}</fieldset>`,
  },
  {
    name: 'Menu',
    rule: 'Further actions behind one button. Those that are not allowed are shown, and say why.',
    show: ({
      words,
    }) => html`<div class="tall"><details class="menu" open><summary class="button plain">${words.status}</summary>
<ul>${words.actions.map((action, index) => html`<li><button${index === 3 && html` class="danger"`}${index === 1 && html` disabled`}>${action}${index === 1 && html`<span class="reason">${words.refusal}</span>`}</button></li>`)}</ul></details></div>`,
  },
  {
    name: 'Dialog',
    rule: 'The confirming button names the action and its object.',
    show: ({ words, id }) => html`<dialog class="dialog" open aria-labelledby="${id('question')}">
<h3 id="${id('question')}">${words.question}</h3><p>${words.consequence}</p>
<div class="actions"><button class="button plain">${words.cancel}</button><button class="button danger">${words.cancelInvoice}</button></div>
</dialog>`,
  },
]
