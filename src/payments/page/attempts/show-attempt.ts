import type { FastifyReply } from 'fastify'
import { continueCharge } from '../../attempts/continue-charge.ts'
import { lapseCharge } from '../../attempts/resolve-attempt.ts'
import { type Attempt, isWithPayer } from '../../model/attempt.ts'
import { showForm } from '../form-page.ts'
import { challenge } from '../html/challenge.ts'
import { leavingFor, returned, thanks, underReview } from '../html/result.ts'
import { screen, tabOfScreen } from '../html/screens.ts'
import { pagePath } from '../page-model.ts'
import { answerAttempt, goTo, sendPage } from '../respond.ts'
import { findAttempt } from '../submit-form.ts'
import { pageNotFound, type Visit, type VisitHandler } from '../visit.ts'
import { attemptView, receiptOf } from './attempt-view.ts'

const WORKING_SECONDS = 3
const LEAVING_SECONDS = 1

export function withAttempt(handle: (visit: Visit, attempt: Attempt) => Promise<FastifyReply>): VisitHandler {
  return async (visit) => {
    const { key } = visit.request.params as { readonly key: string }
    const attempt = await findAttempt(visit, key)
    if (attempt === undefined) throw pageNotFound()
    return handle(visit, attempt)
  }
}

/** Shows the outcome of a form that was sent. */
export async function showAttempt(visit: Visit, attempt: Attempt): Promise<FastifyReply> {
  const { reply, page, model } = visit
  const { words } = model
  const next = attemptView(attempt, page, visit.model)
  const self = `${model.path}/attempts/${attempt.requestKey}?lang=${model.language}`
  switch (next.shows) {
    case 'thanks': {
      const receipt = receiptOf(attempt, page, model)
      const isPart = receipt.rest !== undefined
      const tab = isPart ? ({ state: words.partlyPaid, iconState: 'partial' } as const) : tabOfScreen(model, 'paid')
      return sendPage(reply, model, { ...tab, body: thanks(model, receipt) })
    }
    case 'underReview':
      return sendPage(reply, model, {
        ...tabOfScreen(model, 'underReview'),
        body: underReview(model, receiptOf(attempt, page, model)),
      })
    case 'working':
      return sendPage(reply, model, {
        ...tabOfScreen(model, 'working'),
        body: screen(model, 'working'),
        refresh: { seconds: WORKING_SECONDS, url: self },
      })
    case 'leaving':
      return leave(visit, { title: words.leaving({ seller: model.view.seller.name }), url: next.url })
    case 'provider':
      return leave(visit, { title: words.leavingToProvider, url: next.url })
    case 'challenge': {
      const url = model.parts.challengeUrl?.(next.url, model.language) ?? next.url
      return sendPage(reply, model, {
        state: words.confirmTitle,
        body: challenge(model, {
          url,
          cancel: `${model.path}/attempts/${attempt.requestKey}/cancel?lang=${model.language}`,
        }),
        frame: url,
      })
    }
    case 'form':
      return showForm(visit, { notice: next.notice })
  }
}

async function leave({ reply, model }: Visit, target: Parameters<typeof leavingFor>[1]): Promise<FastifyReply> {
  return sendPage(reply, model, {
    body: leavingFor(model, target),
    refresh: { seconds: LEAVING_SECONDS, url: target.url },
  })
}

/** The payer is back from the bank. To ask how it ended changes something, so the page sends it. */
export async function showReturn(visit: Visit, attempt: Attempt): Promise<FastifyReply> {
  const { reply, model } = visit
  const path = `${model.path}/attempts/${attempt.requestKey}`
  if (!isWithPayer(attempt)) return reply.redirect(`${path}?lang=${model.language}`, 303)
  return sendPage(reply, model, {
    ...tabOfScreen(model, 'working'),
    body: returned(model, `${path}/return?lang=${model.language}`),
  })
}

export async function continueAttempt(visit: Visit, attempt: Attempt): Promise<FastifyReply> {
  const { deps, page } = visit
  const actor = { organizationId: page.invoice.organizationId, by: { kind: 'payer' } } as const
  return answerAttempt(visit, await continueCharge(deps, actor, attempt))
}

/**
 * The payer leaves the bank's question. The processor ends it, so that the invoice can be paid in another way;
 * without its answer the amount stays reserved.
 */
export async function cancelAttempt(visit: Visit, attempt: Attempt): Promise<FastifyReply> {
  await lapseCharge(visit.deps, attempt)
  const after = (await findAttempt(visit, attempt.requestKey)) ?? attempt
  return isWithPayer(after) ? goTo(visit, pagePath(visit.model)) : answerAttempt(visit, after)
}
