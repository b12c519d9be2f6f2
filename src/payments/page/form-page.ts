import type { FastifyReply } from 'fastify'
import { html } from '../../kernel/markup/html.ts'
import { sendHtmlInParts } from '../../platform/http/pages/send-html.ts'
import { pdfOfInvoice } from './documents.ts'
import { restOfDocument, startOfDocument } from './html/document.ts'
import { payForm } from './html/pay-form.ts'
import { screen } from './html/screens.ts'
import { summary } from './html/summary.ts'
import type { FormModel, FormTerms, PageModel } from './page-model.ts'
import { pageFrame } from './page-model.ts'
import { newAttemptKey, sendPage } from './respond.ts'
import { type FoundPage, screenNow, type Visit, visitOf } from './visit.ts'

type Given = Partial<Pick<FormModel, 'values' | 'problems' | 'notice'>>

/** The page of a link when it is opened. Its head leaves before the rest is written, since a payer waits for it. */
export async function openPage(found: FoundPage): Promise<FastifyReply> {
  const { reply, page, around } = found
  return sendHtmlInParts(reply, {
    start: (nonce) => startOfDocument(pageFrame(page, around), { nonce }),
    rest: () => {
      const visit = visitOf(found)
      // Many payers open the PDF next. Once the page is on its way, one is drawn ahead if its fonts are not open yet.
      setImmediate(() => void drawAhead(visit))
      return restOfDocument(visit.model, contentNow(visit))
    },
  })
}

/** The form, or the reason why there is none. */
export async function showForm(visit: Visit, given: Given = {}): Promise<FastifyReply> {
  return sendPage(visit.reply, visit.model, contentNow(visit, given))
}

function contentNow(visit: Visit, given: Given = {}) {
  const { model, terms } = visit
  const name = screenNow(visit)
  return name === undefined ? formContent(model, newForm(terms, given)) : { body: screen(model, name) }
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

export async function sendForm(reply: FastifyReply, model: PageModel, form: FormModel): Promise<FastifyReply> {
  return sendPage(reply, model, formContent(model, form))
}

function formContent(model: PageModel, form: FormModel) {
  const hasTestCards = form.hasCardFields && model.parts.testCards !== undefined
  return { isTwoColumns: true, hasTestCards, body: html`${summary(model, form)}${payForm(model, form)}` }
}
