import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply } from 'fastify'
import type { Mode } from '../../kernel/mode.ts'

/** The cookie that carries the token of a session. */
export type SessionCookie = {
  readonly name: string
  readonly path: string
  readonly isSecure: boolean
}

const KEPT_SECONDS = 30 * 24 * 60 * 60

/**
 * By the public address: `__Host-` binds the cookie to the host, `__Secure-` to https where the service has a path of its
 * own. Browsers accept neither on plain http, on which a sandbox may run. Live mode requires https.
 */
export function sessionCookieOf({ baseUrl, mode }: { readonly baseUrl: string; readonly mode: Mode }): SessionCookie {
  const { protocol, pathname } = new URL(baseUrl)
  const path = pathname.replace(/\/+$/, '') || '/'
  if (protocol === 'http:' && mode === 'sandbox') return { name: 'quittance', path, isSecure: false }
  return { name: path === '/' ? '__Host-quittance' : '__Secure-quittance', path, isSecure: true }
}

/** The token in a request's `Cookie` header; undefined if the cookie is not there. */
export function sessionTokenIn(header: string | undefined, { name }: SessionCookie): string | undefined {
  if (header === undefined || !header.includes(name)) return undefined
  return parseCookie(header)[name]
}

/** Without "keep me signed in" the cookie ends with the browser. */
export function setSessionCookie(
  reply: FastifyReply,
  cookie: SessionCookie,
  { token, isKept }: { readonly token: string; readonly isKept: boolean },
): void {
  reply.header('set-cookie', written(cookie, token, isKept ? KEPT_SECONDS : undefined))
}

export function clearSessionCookie(reply: FastifyReply, cookie: SessionCookie): void {
  reply.header('set-cookie', written(cookie, '', 0))
}

function written({ name, path, isSecure }: SessionCookie, token: string, maxAge: number | undefined): string {
  const life = maxAge === undefined ? {} : { maxAge }
  return stringifySetCookie({ name, value: token, path, httpOnly: true, secure: isSecure, sameSite: 'lax', ...life })
}
