// pure
import { type Html, html } from '../../../../kernel/markup/html.ts'
import { type FormTerms, type PageModel, pagePath } from '../../page-model.ts'
import { beginningOf } from './beginning-of.ts'
import { type Fact, factList, factsOf } from './fact-list.ts'
import { moneyRows } from './money-rows.ts'
import { paymentList } from './payment-list.ts'

type Asked = Pick<FormTerms, 'questions'>

/** Longer descriptions begin here on a phone, so that the form stays in view, and go on in the details. */
const DESCRIPTION_MAX = 80
/** Longer amounts are set smaller, so that they fit a phone. */
const AMOUNT_LENGTH = { long: 14, longest: 20 }

/** The amount due, its purpose and the lines. Fields that the form asks for are not shown twice. */
export function summary(model: PageModel, asked: Asked): Html {
  const { view, words } = model
  const { lines, description } = view
  const label = lines.length === 0 ? words.showDetails : words.details({ count: lines.length })
  return html`<section class="summary" aria-label="${view.balance.label}">
<div class="due">
<div class="label"><h1>${view.balance.label}</h1>${badge(model)}</div>
<p class="amount money${amountSize(view.balance.text)}">${view.balance.text}</p>
${description && purpose(description.text)}
<p class="about">${aboutLine(model)}</p>
</div>
<details class="invoice${hasOnlyRepetition(model) && ' repeated'}">
<summary>${label}</summary>
<div class="parts">${details(model, { asked })}</div>
</details>
<p class="links"><a href="${pdfPath(model)}">${words.downloadPdf}</a></p>
</section>`
}

function purpose(text: string): Html {
  if (text.length <= DESCRIPTION_MAX) return html`<p class="purpose">${text}</p>`
  return html`<p class="purpose brief">${beginningOf(text, DESCRIPTION_MAX)}</p><p class="purpose whole">${text}</p>`
}

/** A class for the size of an amount that is a heading. */
export function amountSize({ length }: string): string {
  if (length > AMOUNT_LENGTH.longest) return ' longest'
  return length > AMOUNT_LENGTH.long ? ' long' : ''
}

function badge({ badge: status, words }: PageModel): Html | undefined {
  if (status === undefined) return undefined
  return html`<span class="badge ${status}">${status === 'overdue' ? words.overdue : words.partlyPaid}</span>`
}

export function pdfPath(model: PageModel): string {
  return pagePath(model, '/invoice.pdf')
}

/** Invoice 36; undefined if the merchant hides the number. */
export function invoiceName({ view, invoiceWords }: PageModel): string | undefined {
  return view.number && `${invoiceWords.invoice} ${view.number.text}`
}

function aboutLine({ view, words }: PageModel): string {
  const { number, due } = view
  return number === undefined
    ? words.due({ due: due.text })
    : words.numberAndDue({ number: number.text, due: due.text })
}

type Shown = {
  /** The form beside the invoice; undefined on a screen without one. */
  readonly asked?: Asked
  /** Whether the payments stand elsewhere on the page. */
  readonly hasPayments?: boolean
}

/** The full invoice: its lines, the parts of the total, the payments and the customer. */
export function details(model: PageModel, { asked, hasPayments = true }: Shown = {}): Html {
  const { words, payments } = model
  return html`${moneyRows(model)}
${
  hasPayments &&
  payments.length > 0 &&
  html`<section><h2 class="small">${words.paymentsSoFar}</h2>${paymentList(model)}</section>`
}
${asked === undefined ? factList(screenFacts(model)) : factList(newFacts(model, asked), repeatedFacts(model))}`
}

/** The facts of the heading once more, for phones; wide pages leave them out. */
function repeatedFacts({ view }: PageModel): readonly Fact[] {
  const { number, due, description } = view
  const isLong = (description?.text.length ?? 0) > DESCRIPTION_MAX
  return factsOf([number, due, isLong ? description : undefined])
}

function newFacts({ view }: PageModel, asked?: Asked): readonly Fact[] {
  const { issued, customer, customFields } = view
  const inputs = asked?.questions.customFields.filter(({ canAnswer }) => canAnswer) ?? []
  const isAsked = (id: number | undefined) => inputs.some(({ definitionId }) => definitionId === id)
  const shown = customFields.filter(({ definitionId }) => !isAsked(definitionId))
  return [...billTo(view), ...factsOf([...customer, ...shown, issued])]
}

/** The heading of a screen names the number; everything else is new. */
function screenFacts({ view }: PageModel): readonly Fact[] {
  const { issued, due, customer, customFields, description, status } = view
  const isOwed = status !== 'CANCELED' && status !== 'PAID'
  return [...billTo(view), ...factsOf([...customer, ...customFields, issued, isOwed ? due : undefined, description])]
}

function billTo({ billTo: { label, lines } }: PageModel['view']): readonly Fact[] {
  return lines.length === 0 ? [] : [{ label, lines }]
}

function hasOnlyRepetition(model: PageModel): boolean {
  const { view, payments } = model
  const hasMoney = view.lines.length + view.parts.length + payments.length > 0 || view.paid !== undefined
  return !hasMoney && newFacts(model).length === 0
}
