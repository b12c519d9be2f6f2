import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../kernel/errors.ts'
import { pathOf } from '../../platform/http/errors/request-path.ts'
import { HTML_TYPE, newNonce, pageHeaders } from '../../platform/http/pages/send-html.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import { isPagePath, PAGE_PATHS } from './page-paths.ts'
import { notBuiltPage, type PortalPages } from './portal-pages.ts'
import { SHELL_HEADERS } from './shell-headers.ts'
import { ASSETS_PATH } from './shell-page.ts'

const HIDDEN = { schema: { hide: true } } as const

/** The pages of the portal, which are all the same page to the service, and the files that they load. */
export function portalPageRoutes(pages: PortalPages): RoutePlugin {
  return async (app) => {
    const entries = PAGE_PATHS.filter((path) => !path.startsWith('/o/'))
    for (const path of [...entries, '/o/*']) {
      app.get(path, HIDDEN, async (request, reply) => sendShell(pages, request, reply))
    }
    app.get(`${ASSETS_PATH}/:file`, HIDDEN, async (request, reply) => {
      const { file } = request.params as { readonly file: string }
      const asset = (await pages.assets()).get(file)
      if (asset === undefined) throw new AppError('not-found', 'NOT_FOUND', 'There is no such file.')
      return asset.send(request, reply)
    })
  }
}

function sendShell(pages: PortalPages, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { headers } = request
  const text = pages.shell({ cookie: headers.cookie, acceptLanguage: headers['accept-language'] })
  if (text === undefined) return sendNotBuilt(reply)
  return reply
    .code(isPagePath(pathOf(request)) ? 200 : 404)
    .headers({ ...SHELL_HEADERS, 'content-type': HTML_TYPE, 'cache-control': 'private, no-cache' })
    .send(text)
}

function sendNotBuilt(reply: FastifyReply): FastifyReply {
  const nonce = newNonce()
  return reply
    .code(503)
    .headers({ ...pageHeaders(nonce), 'content-type': HTML_TYPE })
    .send(notBuiltPage(nonce).text)
}
