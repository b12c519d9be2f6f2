import type { FastifyReply } from 'fastify'
import { html } from '../../kernel/markup/html.ts'
import { prefilledValues } from './form/prefilled-values.ts'
import { payForm } from './html/form/pay-form.ts'
import { summary } from './html/invoice/summary.ts'
import { screen, tabOfScreen } from './html/screens.ts'
import type { FormModel, PageModel } from './page-model.ts'
import { newAttemptKey, type PageContent, sendPage } from './respond.ts'
import { screenNow, type Visit } from './visit.ts'

type Given = Partial<Pick<FormModel, 'attemptKey' | 'values' | 'problems' | 'puzzle' | 'notice'>>

/** The form, or the reason why there is none. */
export async function showForm(visit: Visit, given: Given = {}): Promise<FastifyReply> {
  return sendPage(visit.reply, visit.model, contentOf(visit, given))
}

/** The content of the page. */
export function contentOf(visit: Visit, given: Given = {}): PageContent {
  const { model } = visit
  const name = screenNow(visit)
  return name === undefined
    ? formContent(model, newForm(visit, given))
    : { ...tabOfScreen(model, name), body: screen(model, name) }
}

/** Without given values the form has those that are known of the payer. */
export function newForm({ deps, page, terms }: Visit, given: Given = {}): FormModel {
  return {
    ...terms,
    attemptKey: newAttemptKey(),
    values: prefilledValues(page, terms.questions),
    problems: {},
    puzzle: undefined,
    notice: undefined,
    today: deps.clock.now().toZonedDateTimeISO('UTC').toPlainDate(),
    ...given,
  }
}

export async function sendForm(reply: FastifyReply, model: PageModel, form: FormModel): Promise<FastifyReply> {
  return sendPage(reply, model, formContent(model, form))
}

function formContent(model: PageModel, form: FormModel): PageContent {
  const hasTestCards = form.hasCardFields && model.parts.testCards !== undefined
  const body = html`${summary(model, form)}${payForm(model, form)}`
  return { isTwoColumns: true, hasTestCards, body }
}
