import type { FastifyReply } from 'fastify'
import { assert } from '../../kernel/assert.ts'
import { moneyText } from '../../kernel/language.ts'
import { formatMoney } from '../../kernel/money.ts'
import { findAttemptOfRequest } from '../attempts/attempt-store.ts'
import type { Puzzle } from '../card-testing/puzzle.ts'
import type { Attempt } from '../model/attempt.ts'
import { withoutSecrets } from './form/form-fields.ts'
import type { FormProblem } from './form/form-problem.ts'
import { problemWords } from './form/problem-words.ts'
import { restOf, restSentence } from './form/read-amount.ts'
import { readBody, type SentForm } from './form/read-body.ts'
import type { PayerRequest } from './form/read-form.ts'
import { newForm, sendForm } from './form-page.ts'
import { problemNotice } from './html/form/form-notice.ts'
import { type FormModel, pagePath } from './page-model.ts'
import { payFromPage } from './pay-from-page.ts'
import { answerAttempt, goTo, sendJson, sendPage, wantsJson } from './respond.ts'
import { loadVisit, screenNow, type Visit } from './visit.ts'

/** The first form of its key pays; every further one shows its outcome. */
export async function submitForm(visit: Visit): Promise<FastifyReply> {
  const { deps, request, page, model, terms } = visit
  const sent = readBody(request.body)
  const earlier = await findAttempt(visit, sent.attemptKey)
  if (earlier !== undefined) return answerAttempt(visit, earlier)
  if (model.isPreview || screenNow(visit) !== undefined) return goTo(visit, `${model.path}${model.query}`)
  const { attemptKey, values, walletToken, work } = sent
  const returnUrl = new URL(`${model.path}/attempts/${attemptKey}/return?lang=${model.language}`, deps.config.baseUrl)
    .href
  const paid = await payFromPage(deps, {
    page,
    model,
    terms,
    attemptKey,
    values,
    walletToken,
    work,
    returnUrl,
    address: request.ip,
  })
  switch (paid.became) {
    case 'attempt':
      return answerAttempt(visit, paid.attempt)
    case 'sheet':
      return sendSheet(visit, sent, paid.request)
    case 'problems':
      return stay(visit, withRest(sent, toConfirm(paid.problems)), {
        problems: problemWords(paid.problems, model),
        notice: problemNotice(paid.problems, model, { ...terms, values }),
      })
    case 'refused':
      return stay(visit, sent, { notice: { sentences: [paid.notice] }, waitSeconds: paid.retryAfterSeconds })
    case 'challenged':
      return askForWork(visit, sent, paid.puzzle)
    case 'outdated':
      return showChange(visit, sent)
  }
}

export async function findAttempt({ deps, page }: Visit, requestKey: string): Promise<Attempt | undefined> {
  const { organizationId, invoiceNumber } = page.invoice
  return findAttemptOfRequest(deps.database.db, { organizationId, invoiceNumber, kind: 'charge', requestKey })
}

/** Shows the amount due now. The script sends the form again without JSON, since more than the form has changed. */
async function showChange(outdated: Visit, sent: SentForm): Promise<FastifyReply> {
  if (wantsJson(outdated.request)) return sendJson(outdated.reply, { isOutdated: true })
  const visit = await loadVisit(outdated, outdated.model.assets)
  const { model } = visit
  if (screenNow(visit) !== undefined) return goTo(visit, pagePath(model))
  return stay(visit, withRest(sent, undefined), { notice: { sentences: [model.words.amountChanged] } })
}

/**
 * The same form again, with its key, which the puzzle is bound to. The script solves the puzzle and sends the form; without
 * script the payer waits.
 */
async function askForWork(visit: Visit, sent: SentForm, puzzle: Puzzle): Promise<FastifyReply> {
  const { request, reply, model } = visit
  const { attemptKey, values } = sent
  const notice = { sentences: [model.words.waitFirst({ seconds: puzzle.waitSeconds }), model.words.notCharged] }
  if (wantsJson(request)) return sendJson(reply, { notice, problems: {}, attempt: attemptKey, puzzle })
  const form = newForm(visit, { notice, puzzle, attemptKey, values: withoutSecrets(values) })
  return sendForm(reply.code(429).header('retry-after', String(puzzle.waitSeconds)), model, form)
}

/** The form again, with its problems; the script gets only those. */
async function stay(
  visit: Visit,
  { values }: SentForm,
  { waitSeconds, ...given }: Pick<Partial<FormModel>, 'problems' | 'notice'> & { readonly waitSeconds?: number },
): Promise<FastifyReply> {
  const { request, reply, model } = visit
  const form = newForm(visit, { ...given, values: withoutSecrets(values) })
  if (waitSeconds !== undefined) reply.code(429).header('retry-after', String(waitSeconds))
  else if (!wantsJson(request)) reply.code(422)
  if (!wantsJson(request)) return sendForm(reply, model, form)
  const { restConfirmed } = values
  return sendJson(reply, { notice: form.notice, problems: form.problems, attempt: form.attemptKey, restConfirmed })
}

function toConfirm(problems: readonly FormProblem[]): string | undefined {
  return problems.find((problem) => problem.code === 'smallRest')?.toConfirm
}

/** Sent again as it is, the form pays the amount whose rest it now shows. */
function withRest(sent: SentForm, restConfirmed: string | undefined): SentForm {
  const { restConfirmed: _, ...values } = sent.values
  return { ...sent, values: restConfirmed === undefined ? values : { ...values, restConfirmed } }
}

async function sendSheet(
  { reply, model, terms }: Visit,
  sent: SentForm,
  { method, amount }: PayerRequest,
): Promise<FastifyReply> {
  const { attemptKey: attempt, work, values } = sent
  const entered = Object.entries({
    ...{ ...withoutSecrets(values), attempt, language: model.language, ...(work !== undefined && { work }) },
  })
  const rest = restOf(terms, formatMoney(amount))
  const sheet = model.parts.walletSheet?.({
    ...{ language: model.language, method, seller: model.view.seller.name, path: pagePath(model), hidden: entered },
    amount: moneyText(amount, model.language),
    rest: rest && restSentence(rest, model.words, model.language),
  })
  assert(sheet !== undefined, 'A processor whose wallets are not hosted has a sheet for them.')
  return sendPage(reply, model, { state: model.words.confirmTitle, body: sheet })
}
