import { existsSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Html } from '../../kernel/markup/html.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { SandboxClock } from '../../platform/clock/sandbox-clock.ts'
import { onFirstUse } from '../../platform/http/errors/on-first-use.ts'
import { networkOf } from '../../platform/http/limits/network-of-address.ts'
import { addRateLimit } from '../../platform/http/limits/rate-limit.ts'
import { kitStyles } from '../../platform/http/pages/kit.ts'
import { acceptOwnFormsOnly } from '../../platform/http/pages/own-forms.ts'
import { sendHtml } from '../../platform/http/pages/send-html.ts'
import { loadWebFile } from '../../platform/http/pages/web-file.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { findKeyHolder } from '../authentication/verify-bearer-key.ts'
import { sessionCookieOf } from '../sessions/session-cookie.ts'
import { forgetKey, keepKey } from './browser-key.ts'
import { type SandboxContent, type SandboxPageName, type SandboxPlace, sandboxPage } from './sandbox-page.ts'
import { findSandboxVisitor, type SandboxVisitor, SCOPE } from './sandbox-visitor.ts'
import { signInPage } from './sign-in-page.ts'

export type SandboxPagesDeps = {
  readonly db: Db
  readonly secrets: Secrets
  readonly machineClock: Clock
  readonly sandboxClock: SandboxClock
  readonly config: { readonly baseUrl: string; readonly hasDocs: boolean }
  /** Of one address. */
  readonly requestsPerMinute: number
  /** The file with the first keys, which people may remove. */
  readonly credentialsFile: string
}

type Allowed = Parameters<typeof sendHtml>[2]

/** A request of somebody who has signed in. */
export type SandboxVisit = SandboxVisitor & {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly place: SandboxPlace
  readonly send: (content: SandboxContent, allowed?: Allowed) => Promise<FastifyReply>
}

export type SandboxPages = ReturnType<typeof openSandboxPages>

const KIT = ['button', 'field', 'notice', 'banner', 'badge', 'rows', 'table', 'tabs', 'empty'] as const
const FORM_BYTES_MAX = 4_096
/** Every 401 has one. Browsers do not know the scheme, so they show the page. */
const CHALLENGE = 'Bearer realm="Quittance sandbox"'
/** The cookie is sent to these pages, and to no others. */
const COOKIE_PATH = '/sandbox'

/** The pages of the sandbox: their sign-in, their frame and their files. Each feature adds its own routes. */
export function openSandboxPages(deps: SandboxPagesDeps) {
  const base = new URL(deps.config.baseUrl)
  const root = base.pathname.replace(/\/$/, '')
  const cookie = { path: `${root}${COOKIE_PATH}`, isHttps: base.protocol === 'https:' }
  const sessionCookie = sessionCookieOf({ baseUrl: deps.config.baseUrl, mode: 'sandbox' })
  const files = onFirstUse(() => loadFiles(root, deps.config.hasDocs))

  const sendSignIn = async (reply: FastifyReply, from: SandboxPageName, problem?: string): Promise<FastifyReply> => {
    const { place } = await files()
    const credentialsFile = existsSync(deps.credentialsFile) ? deps.credentialsFile : undefined
    return sendPage(
      reply.code(401).header('www-authenticate', CHALLENGE),
      signInPage(place, { from, problem, credentialsFile }),
    )
  }
  return {
    files,
    sendSignIn,
    /** Prepares a scope for the routes of pages: forms as bodies, a rate limit, no forms of other sites. */
    addTo: (app: FastifyInstance): void => {
      addRateLimit(app, { perMinute: deps.requestsPerMinute, keyOf: networkOf })
      acceptOwnFormsOnly(app, deps.config)
      addForms(app)
    },
    /** Answers with the page to those who have signed in, and asks all others to do so. */
    signedIn:
      (from: SandboxPageName, show: (visit: SandboxVisit) => Promise<FastifyReply>) =>
      async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
        const visitor = await findSandboxVisitor({ ...deps, sessionCookie }, request)
        if (visitor === undefined) return sendSignIn(reply, from)
        const { place: here } = await files()
        const place = { ...here, isOfPortal: visitor.by.kind === 'user' }
        const send = async (content: SandboxContent, allowed?: Allowed): Promise<FastifyReply> => {
          // Another node may have just moved it.
          await deps.sandboxClock.refresh()
          return sendHtml(reply, () => sandboxPage(place, deps.sandboxClock.read(), content), allowed)
        }
        return show({ ...visitor, request, reply, place, send })
      },
    /** Keeps the key in the browser; false if nobody can sign in with it. */
    signIn: async (reply: FastifyReply, key: string): Promise<boolean> => {
      if ((await findKeyHolder(deps, key, SCOPE)) === undefined) return false
      keepKey(reply, { ...cookie, secrets: deps.secrets }, key, deps.machineClock.now())
      return true
    },
    signOut: (reply: FastifyReply): void => forgetKey(reply, cookie),
    pathOf: (name: SandboxPageName): string => `${root}/sandbox/${name}`,
  }
}

async function loadFiles(root: string, hasDocs: boolean) {
  const [style, script] = await Promise.all([
    loadWebFile('sandbox', 'css', [...kitStyles(KIT), 'sandbox/sandbox.css', 'sandbox/webhooks.css']),
    loadWebFile('sandbox', 'js', ['sandbox/sandbox.js']),
  ])
  const assets = `${root}/sandbox/assets`
  return {
    place: { root, hasDocs, style: `${assets}/${style.name}`, script: `${assets}/${script.name}` },
    responses: new Map([style, script].map(({ name, response }) => [name, response])),
  }
}

/** Only forms are read. */
function addForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const options = { parseAs: 'string', bodyLimit: FORM_BYTES_MAX } as const
  app.addContentTypeParser('application/x-www-form-urlencoded', options, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}

function sendPage(reply: FastifyReply, page: Html): Promise<FastifyReply> {
  return sendHtml(reply, () => page)
}
