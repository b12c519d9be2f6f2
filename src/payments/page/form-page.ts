import type { FastifyReply } from 'fastify'
import { html } from '../../kernel/html.ts'
import { newId } from '../../platform/secrets/random.ts'
import { pdfOfInvoice } from './documents.ts'
import { payForm } from './html/pay-form.ts'
import { screen } from './html/screens.ts'
import { summary } from './html/summary.ts'
import type { FormModel, FormTerms, PageModel } from './page-model.ts'
import { sendPage } from './page-response.ts'
import { screenNow, type Visit } from './visit.ts'

type Given = Partial<Pick<FormModel, 'values' | 'problems' | 'notice'>>

/** The form, or the reason why there is none. */
export async function showForm(visit: Visit, given: Given = {}): Promise<FastifyReply> {
  const { reply, model, terms } = visit
  const name = screenNow(visit)
  if (name !== undefined) return sendPage(reply, model, { body: screen(model, name) })
  const sent = await sendForm(reply, model, newForm(terms, given))
  // Many payers open the PDF next. Once the page is on its way, one is drawn ahead if its fonts are not open yet.
  setImmediate(() => void drawAhead(visit))
  return sent
}

async function drawAhead(visit: Visit): Promise<boolean> {
  const { deps, page, model } = visit
  const { language, view, invoiceWords } = model
  const texts = [invoiceWords.invoice, ...textsIn(view)]
  const { organizationId: owner } = page.invoice
  return deps.pdfs.drawAhead({ language, texts, owner, pdf: () => pdfOfInvoice(visit) })
}

function textsIn(part: unknown): readonly string[] {
  if (typeof part === 'string') return [part]
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(textsIn) : []
}

export function newForm(terms: FormTerms, given: Given = {}): FormModel {
  return { ...terms, attemptKey: newAttemptKey(), values: {}, problems: {}, notice: undefined, ...given }
}

/** Each form that is shown has its own, and nobody can guess it: it leads to the payer's receipt. */
export function newAttemptKey(): string {
  return newId()
}

export async function sendForm(reply: FastifyReply, model: PageModel, form: FormModel): Promise<FastifyReply> {
  return sendPage(reply, model, { isTwoColumns: true, body: html`${summary(model, form)}${payForm(model, form)}` })
}
