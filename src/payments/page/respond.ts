import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendHtml } from '../../platform/http/pages/send-html.ts'
import { newId } from '../../platform/secrets/random.ts'
import type { Puzzle } from '../card-testing/puzzle.ts'
import type { Attempt } from '../model/attempt.ts'
import { attemptView } from './attempts/attempt-view.ts'
import type { FormNotice, FormProblems } from './form/form-fields.ts'
import { document } from './html/document.ts'
import type { PageModel } from './page-model.ts'
import type { Visit } from './visit.ts'

/** The script asks for JSON, so that the payer's input stays; a plain form is led to a page. */
export function wantsJson({ headers }: FastifyRequest): boolean {
  return headers.accept === 'application/json'
}

/** Each form that is shown has its own. It cannot be guessed, because it leads to the payer's receipt. */
export function newAttemptKey(): string {
  return newId()
}

type ScriptAnswer = {
  readonly go?: string
  readonly isOutdated?: true
  readonly notice?: FormNotice | undefined
  readonly problems?: FormProblems
  readonly attempt?: string
  readonly restConfirmed?: string | undefined
  readonly puzzle?: Puzzle
}

export async function sendJson(reply: FastifyReply, answer: ScriptAnswer): Promise<FastifyReply> {
  return reply.type('application/json').send(JSON.stringify(answer))
}

export async function goTo({ request, reply }: Visit, path: string): Promise<FastifyReply> {
  return wantsJson(request) ? sendJson(reply, { go: path }) : reply.redirect(path, 303)
}

/** A decline is shown on the form; every other outcome has its own page, which can be reloaded. */
export async function answerAttempt(visit: Visit, attempt: Attempt): Promise<FastifyReply> {
  const { request, reply, page, model } = visit
  const next = attemptView(attempt, page, visit.model)
  if (next.shows === 'form' && wantsJson(request)) {
    return sendJson(reply, { notice: next.notice, problems: {}, attempt: newAttemptKey() })
  }
  return goTo(visit, `${model.path}/attempts/${attempt.requestKey}?lang=${model.language}`)
}

export type PageContent = Omit<Parameters<typeof document>[1], 'nonce'>

/** Sends a page of a link. */
export async function sendPage(
  reply: FastifyReply,
  model: PageModel,
  { frame, ...content }: PageContent & { readonly frame?: string },
): Promise<FastifyReply> {
  return sendHtml(reply, (nonce) => document(model, { ...content, nonce }), { frame })
}

/** Sends a page of a link for a frame of our own: nothing in it runs, and no form is sent. */
export async function sendFramedPage(
  reply: FastifyReply,
  model: PageModel,
  content: PageContent,
): Promise<FastifyReply> {
  return sendHtml(reply, (nonce) => document(model, { ...content, nonce }), { ancestors: "'self'", isInert: true })
}
