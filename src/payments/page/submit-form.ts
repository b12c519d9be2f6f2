import type { FastifyReply } from 'fastify'
import { moneyText } from '../../kernel/language.ts'
import { findAttemptOfRequest } from '../attempts/attempt-store.ts'
import type { Attempt } from '../model/attempt.ts'
import { answerAttempt, goTo, sendJson, wantsJson } from './answer.ts'
import { withoutSecrets } from './form-fields.ts'
import { newForm, sendForm } from './form-page.ts'
import { walletSheet } from './html/result.ts'
import type { FormModel } from './page-model.ts'
import { sendPage } from './page-response.ts'
import { payFromPage } from './pay-from-page.ts'
import { readBody, type SentForm } from './read-body.ts'
import type { PayerRequest } from './read-form.ts'
import { screenNow, type Visit } from './visit.ts'

/** The first form of its key pays; every further one shows what became of it. */
export async function submitForm(visit: Visit): Promise<FastifyReply> {
  const { deps, request, page, model, terms } = visit
  const sent = readBody(request.body)
  const earlier = await findAttempt(visit, sent.attemptKey)
  if (earlier !== undefined) return answerAttempt(visit, earlier)
  if (model.isPreview || screenNow(visit) !== undefined) return goTo(visit, `${model.path}${model.query}`)
  const { attemptKey, values, isConfirmed } = sent
  const returnUrl = new URL(`${model.path}/attempts/${attemptKey}/return?lang=${model.language}`, deps.config.baseUrl)
    .href
  const paid = await payFromPage(deps, {
    page,
    model,
    terms,
    attemptKey,
    values,
    isConfirmed,
    returnUrl,
    address: request.ip,
  })
  switch (paid.became) {
    case 'attempt':
      return answerAttempt(visit, paid.attempt)
    case 'sheet':
      return sendSheet(visit, sent, paid.request)
    case 'problems':
      return stay(visit, sent, { problems: paid.problems })
    case 'refused':
      return stay(visit, sent, { notice: paid.notice })
  }
}

export async function findAttempt({ deps, page }: Visit, requestKey: string): Promise<Attempt | undefined> {
  const { organizationId, invoiceNumber } = page.invoice
  return findAttemptOfRequest(deps.database.db, { organizationId, invoiceNumber, kind: 'charge', requestKey })
}

/** The form again, with what is wrong; the script needs to know only that. */
async function stay(
  { request, reply, model, terms }: Visit,
  { values }: SentForm,
  given: Pick<Partial<FormModel>, 'problems' | 'notice'>,
): Promise<FastifyReply> {
  const form = newForm(terms, { ...given, values: withoutSecrets(values) })
  if (!wantsJson(request)) return sendForm(reply.code(422), model, form)
  return sendJson(reply, { notice: form.notice, problems: form.problems, attempt: form.attemptKey })
}

async function sendSheet(
  { reply, model }: Visit,
  sent: SentForm,
  { method, amount }: PayerRequest,
): Promise<FastifyReply> {
  const entered = Object.entries({ ...withoutSecrets(sent.values), attempt: sent.attemptKey, language: model.language })
  return sendPage(reply, model, {
    body: walletSheet(model, {
      wallet: model.invoiceWords[method],
      amount: moneyText(amount, model.language),
      hidden: entered,
    }),
  })
}
