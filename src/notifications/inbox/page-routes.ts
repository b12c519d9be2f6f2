import type { FastifyReply } from 'fastify'
import { inEnglish, members, valueOrThrow, withDefault } from '../../kernel/reading/reading.ts'
import { given, oneOf, wholeNumber } from '../../kernel/reading/text-readers.ts'
import { organizationsBelow, type SandboxVisit, type sandboxPages } from '../../organizations/index.ts'
import { HTML_TYPE } from '../../platform/http/pages/send-html.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { LIST_ROWS, listPage, notFoundPage } from './inbox-pages.ts'
import { framedMail, MAIL_FRAME_POLICY, MEASURED_FRAME_POLICY } from './mail-frame.ts'
import { FILTER_READERS } from './message-filter.ts'
import { messagePage, VIEWS } from './message-page.ts'
import { countMessages, findAttachments, findMessage, listMessageHeads, type Message } from './message-store.ts'

export type InboxDeps = {
  readonly db: Db
  readonly pages: ReturnType<typeof sandboxPages.open>
  readonly config: { readonly baseUrl: string }
}

const PATH = '/sandbox/inbox'
const HIDDEN = { schema: { hide: true } } as const
const QUERY = members({
  ...FILTER_READERS,
  offset: withDefault(given(wholeNumber(0, Number.MAX_SAFE_INTEGER)), 0),
})
const NO_FILTER = { offset: 0, to: undefined, kind: undefined, invoiceId: undefined }
const VIEW = members({ view: withDefault(given(oneOf(VIEWS)), 'html') })

/** The inbox of the sandbox for people, who sign in with a key. */
export function inboxPageRoutes(deps: InboxDeps): RoutePlugin {
  const { pages } = deps
  return async (app) => {
    pages.addTo(app)
    const opened = (show: (visit: SandboxVisit, message: Message) => Promise<FastifyReply>) =>
      pages.signedIn('inbox', async (visit) => {
        const { id } = visit.request.params as { readonly id: string }
        const organizations = organizationsBelow(visit.organization.organizationId)
        const message = await findMessage(deps.db, { organizations }, id)
        return message === undefined ? sendNotFound(visit) : show(visit, message)
      })
    app.get(
      PATH,
      HIDDEN,
      pages.signedIn('inbox', (visit) => showList(deps, visit)),
    )
    app.get(
      `${PATH}/:id`,
      HIDDEN,
      opened((visit, message) => showMessage(deps, visit, message)),
    )
    for (const [part, policy] of [
      ['html', MAIL_FRAME_POLICY],
      ['height', MEASURED_FRAME_POLICY],
    ] as const) {
      app.get(
        `${PATH}/:id/${part}`,
        HIDDEN,
        opened((visit, message) => sendFrame(deps, visit, { message, policy })),
      )
    }
    app.get(
      `${PATH}/:id/attachments/:position`,
      HIDDEN,
      opened((visit, message) => sendAttachment(deps, visit, message)),
    )
  }
}

async function showList({ db }: InboxDeps, { request, organization, place, send }: SandboxVisit) {
  const organizations = organizationsBelow(organization.organizationId)
  const read = QUERY(request.query, '')
  const problem = 'value' in read ? undefined : `${inEnglish(read.problems)}.`
  const { offset, ...filter } = 'value' in read ? read.value : NO_FILTER
  const messages = await listMessageHeads(db, { organizations, filter, offset, limit: LIST_ROWS })
  const total = await countMessages(db, { organizations, filter })
  return send(listPage(place, { messages, total, offset, filter, problem }))
}

async function showMessage({ db, config }: InboxDeps, { request, place, send }: SandboxVisit, message: Message) {
  const { view } = valueOrThrow(VIEW(request.query, ''))
  const attachments = (await findAttachments(db, message)).filter(({ contentId }) => contentId === undefined)
  return send(messagePage(place, { message, attachments, view }), { frame: config.baseUrl })
}

type Framed = { readonly message: Message; readonly policy: string }

async function sendFrame({ db }: InboxDeps, { reply }: SandboxVisit, { message, policy }: Framed) {
  return reply
    .headers({ 'content-type': HTML_TYPE, 'content-security-policy': policy, 'x-frame-options': 'SAMEORIGIN' })
    .send(framedMail(message.html, await findAttachments(db, message)))
}

async function sendAttachment({ db }: InboxDeps, visit: SandboxVisit, message: Message) {
  const { position } = visit.request.params as { readonly position: string }
  const attachments = await findAttachments(db, message)
  const found = attachments.find((one) => String(one.position) === position)
  if (found?.content === undefined) return sendNotFound(visit)
  const disposition = found.contentType === 'application/pdf' ? 'inline' : 'attachment'
  return visit.reply
    .headers({
      'content-type': found.contentType,
      'content-disposition': `${disposition}; filename*=UTF-8''${encodeURIComponent(found.filename)}`,
    })
    .send(found.content)
}

function sendNotFound({ reply, place, send }: SandboxVisit): Promise<FastifyReply> {
  reply.code(404)
  return send(notFoundPage(place))
}
