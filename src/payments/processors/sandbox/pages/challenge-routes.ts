import type { FastifyRequest } from 'fastify'
import { type Language, moneyText } from '../../../../kernel/language.ts'
import { languageOfBrowser } from '../../../../kernel/language-of-browser.ts'
import { networkOf } from '../../../../platform/http/limits/network-of-address.ts'
import { addRateLimit } from '../../../../platform/http/limits/rate-limit.ts'
import { sendHtml } from '../../../../platform/http/pages/send-html.ts'
import type { RoutePlugin } from '../../../../platform/http/server/create-http-app.ts'
import { chosenLanguage } from '../../../page/choose-language.ts'
import { addFormBody } from '../../../page/form/read-body.ts'
import { loadPageAssets } from '../../../page/page-assets.ts'
import { type PageDeps, pageFolderOf, pageNotFound } from '../../../page/visit.ts'
import { isChallengeCode } from '../challenge-path.ts'
import { type BookedCall, findBooked, recordChallenge } from '../sandbox-store.ts'
import { challengePage } from './challenge-page.ts'

const PATH = '/sandbox/challenge/:organizationId/:key/:code'
const HIDDEN = { config: { isPathSecret: true }, schema: { hide: true } } as const

/** The page of the sandbox's bank, which asks a payer to confirm. It is shown in a frame of the payment page. */
export function sandboxChallengeRoutes(deps: PageDeps): RoutePlugin {
  return async (app) => {
    const { style } = await loadPageAssets(pageFolderOf(deps))
    addFormBody(app)
    addRateLimit(app, { perMinute: deps.requestsPerMinute, keyOf: networkOf })
    app.get(PATH, HIDDEN, async (request, reply) => {
      const call = await challengedCall(deps, request)
      if (call?.amount === undefined) throw pageNotFound()
      const language = languageOf(call, request)
      const page = challengePage({
        ...{ language, style, action: request.url },
        amount: moneyText(call.amount, language),
        account: accountOf(call),
      })
      return sendHtml(reply, () => page, { ancestors: "'self'" })
    })
    app.post(PATH, HIDDEN, async (request, reply) => {
      const call = await challengedCall(deps, request)
      const { returnUrl } = call?.behaviour ?? {}
      if (call === undefined || returnUrl === undefined) throw pageNotFound()
      const isConfirmed = request.body instanceof URLSearchParams && request.body.get('result') === 'passed'
      await recordChallenge(deps.database, call, isConfirmed ? 'passed' : 'failed')
      const back = new URL(returnUrl)
      back.searchParams.set('lang', languageOf(call, request))
      return reply.redirect(back.href, 303)
    })
  }
}

async function challengedCall(
  { secrets, database }: PageDeps,
  { params }: FastifyRequest,
): Promise<BookedCall | undefined> {
  const { organizationId, key, code } = params as Record<'organizationId' | 'key' | 'code', string>
  return isChallengeCode(secrets, { organizationId, key }, code)
    ? findBooked(database, { organizationId, key })
    : undefined
}

/** The language of the page around the frame, else of the page that the payer returns to. */
function languageOf({ behaviour: { returnUrl } }: BookedCall, { headers, url }: FastifyRequest): Language {
  const addresses = [new URL(url, 'http://page'), ...(returnUrl === undefined ? [] : [new URL(returnUrl)])]
  const asked = addresses.map(({ searchParams }) => searchParams.get('lang')).find((lang) => lang !== null)
  return chosenLanguage(asked, languageOfBrowser(headers['accept-language']))
}

/** Visa •••• 3220, as the payer's bank knows its card. */
function accountOf({ outcome }: BookedCall): string | undefined {
  const facts = 'facts' in outcome ? outcome.facts : undefined
  const { scheme, suffix } = facts?.account ?? {}
  return scheme === undefined || suffix === undefined ? undefined : `${scheme} •••• ${suffix}`
}
