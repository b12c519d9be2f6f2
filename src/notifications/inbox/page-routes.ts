import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Html } from '../../kernel/markup/html.ts'
import { inEnglish, members, valueOrThrow, withDefault } from '../../kernel/reading/reading.ts'
import { given, oneOf, wholeNumber } from '../../kernel/reading/text-readers.ts'
import { findKeyHolder, organizationsBelow } from '../../organizations/index.ts'
import type { Organization } from '../../organizations/pure.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { addRateLimit } from '../../platform/http/limits/rate-limit.ts'
import { kitStyles } from '../../platform/http/pages/kit.ts'
import { sendHtml } from '../../platform/http/pages/send-html.ts'
import { loadWebFile } from '../../platform/http/pages/web-file.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { forgetKey, keepKey, keyOfBrowser } from './browser-key.ts'
import { type InboxPlace, LIST_ROWS, listPage, messagePage, notFoundPage, signInPage, VIEWS } from './inbox-pages.ts'
import { framedMail, MAIL_FRAME_POLICY } from './mail-frame.ts'
import { FILTER_READERS } from './message-filter.ts'
import { countMessages, findAttachments, findMessage, listMessageHeads, type Message } from './message-store.ts'

export type InboxDeps = {
  readonly db: Db
  readonly secrets: Secrets
  readonly machineClock: Clock
  readonly config: { readonly baseUrl: string }
  /** Of one address. */
  readonly requestsPerMinute: number
}

const PATH = '/sandbox/inbox'
const INBOX_KIT = ['button', 'field', 'banner', 'badge', 'rows', 'table', 'tabs', 'empty'] as const
const FORM_BYTES_MAX = 4_096
const HIDDEN = { schema: { hide: true } } as const
const QUERY = members({
  ...FILTER_READERS,
  offset: withDefault(given(wholeNumber(0, Number.MAX_SAFE_INTEGER)), 0),
})
const VIEW = members({ view: withDefault(given(oneOf(VIEWS)), 'html') })

type Visit = { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly holder: Organization }
type Page = (visit: Visit) => Promise<FastifyReply>

/** The inbox of the sandbox for people, who sign in with a key. */
export function inboxPageRoutes(deps: InboxDeps): RoutePlugin {
  return async (app) => {
    const base = new URL(deps.config.baseUrl)
    const style = await loadWebFile('inbox', 'css', [...kitStyles(INBOX_KIT), 'inbox/inbox.css'])
    const path = `${base.pathname.replace(/\/$/, '')}${PATH}`
    const place = { path, style: `${path}/assets/${style.name}` }
    addRateLimit(app, { perMinute: deps.requestsPerMinute, keyOf: ({ ip }) => ip })
    app.removeAllContentTypeParsers()
    const options = { parseAs: 'string', bodyLimit: FORM_BYTES_MAX } as const
    app.addContentTypeParser('application/x-www-form-urlencoded', options, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    )
    const signedIn = (show: Page) => async (request: FastifyRequest, reply: FastifyReply) => {
      const key = keyOfBrowser(deps, request, deps.machineClock.now())
      const holder = key === undefined ? undefined : await findKeyHolder(deps, key, 'sandbox')
      return holder === undefined ? send(reply.code(401), signInPage(place)) : show({ request, reply, holder })
    }
    app.get(`${PATH}/assets/:file`, HIDDEN, async (request, reply) => {
      const { file } = request.params as { readonly file: string }
      return file === style.name ? style.response.send(request, reply) : send(reply.code(404), notFoundPage(place))
    })
    app.post(`${PATH}/session`, HIDDEN, async ({ body }, reply) => {
      const key = body instanceof URLSearchParams ? (body.get('key') ?? '').trim() : ''
      if ((await findKeyHolder(deps, key, 'sandbox')) === undefined) {
        const problem = 'This is not a valid bearer key with the scope sandbox.'
        return send(reply.code(401), signInPage(place, problem))
      }
      keepKey(reply, { ...deps, path, isHttps: base.protocol === 'https:' }, key, deps.machineClock.now())
      return reply.redirect(path, 303)
    })
    app.post(`${PATH}/session/end`, HIDDEN, async (_request, reply) => {
      forgetKey(reply, { path, isHttps: base.protocol === 'https:' })
      return reply.redirect(path, 303)
    })
    app.get(
      PATH,
      HIDDEN,
      signedIn((visit) => showList(deps, place, visit)),
    )
    const opened = (show: (visit: Visit, message: Message) => Promise<FastifyReply>) =>
      signedIn(async (visit) => {
        const { id } = visit.request.params as { readonly id: string }
        const organizations = organizationsBelow(visit.holder.organizationId)
        const message = await findMessage(deps.db, { organizations }, id)
        return message === undefined ? send(visit.reply.code(404), notFoundPage(place)) : show(visit, message)
      })
    app.get(
      `${PATH}/:id`,
      HIDDEN,
      opened((visit, message) => showMessage(deps, place, visit, message)),
    )
    app.get(
      `${PATH}/:id/html`,
      HIDDEN,
      opened((visit, message) => showFrame(deps, visit, message)),
    )
    app.get(
      `${PATH}/:id/attachments/:position`,
      HIDDEN,
      opened((visit, message) => sendAttachment(deps, place, visit, message)),
    )
  }
}

async function showList({ db }: InboxDeps, place: InboxPlace, { request, reply, holder }: Visit) {
  const organizations = organizationsBelow(holder.organizationId)
  const read = QUERY(request.query, '')
  const problem = 'value' in read ? undefined : `${inEnglish(read.problems)}.`
  const { offset, ...filter } =
    'value' in read ? read.value : { offset: 0, to: undefined, kind: undefined, invoiceId: undefined }
  const messages = await listMessageHeads(db, { organizations, filter, offset, limit: LIST_ROWS })
  const total = await countMessages(db, { organizations, filter })
  return send(reply, listPage(place, { messages, total, offset, filter, problem }))
}

async function showMessage({ db, config }: InboxDeps, place: InboxPlace, { request, reply }: Visit, message: Message) {
  const { view } = valueOrThrow(VIEW(request.query, ''))
  const attachments = (await findAttachments(db, message)).filter(({ contentId }) => contentId === undefined)
  return sendHtml(reply, () => messagePage(place, { message, attachments, view }), { frame: config.baseUrl })
}

async function showFrame({ db }: InboxDeps, { reply }: Visit, message: Message) {
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': MAIL_FRAME_POLICY,
      'x-frame-options': 'SAMEORIGIN',
    })
    .send(framedMail(message.html, await findAttachments(db, message)))
}

async function sendAttachment({ db }: InboxDeps, place: InboxPlace, { request, reply }: Visit, message: Message) {
  const { position } = request.params as { readonly position: string }
  const attachments = await findAttachments(db, message)
  const found = attachments.find((one) => String(one.position) === position)
  if (found?.content === undefined) return send(reply.code(404), notFoundPage(place))
  const disposition = found.contentType === 'application/pdf' ? 'inline' : 'attachment'
  return reply
    .headers({
      'content-type': found.contentType,
      'content-disposition': `${disposition}; filename*=UTF-8''${encodeURIComponent(found.filename)}`,
    })
    .send(found.content)
}

async function send(reply: FastifyReply, page: Html): Promise<FastifyReply> {
  return sendHtml(reply, () => page)
}
