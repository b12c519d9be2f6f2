import type { FastifyInstance } from 'fastify'
import type { PlatformConfig } from '../../config/config.ts'

export type ResponseHeaders = Readonly<Record<string, string>>

/** For responses that are data: they must not be rendered, framed, sniffed or cached. */
const API_CSP = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export function securityHeaders(config: Pick<PlatformConfig, 'baseUrl' | 'tls'>): ResponseHeaders {
  const headers = {
    'cache-control': 'no-store',
    'content-security-policy': API_CSP,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  }
  return promisesHttps(config) ? { ...headers, 'strict-transport-security': 'max-age=31536000' } : headers
}

// A self-signed pair is for development on localhost, where the promise would outlive the pair and
// lock the browser out of every other plain-http service on the machine.
function promisesHttps({ baseUrl, tls }: Pick<PlatformConfig, 'baseUrl' | 'tls'>): boolean {
  return tls !== 'self-signed' && (tls !== undefined || baseUrl.startsWith('https://'))
}

/** Set before anything else runs, so that a route may replace one and a failure keeps them all. */
export function addSecurityHeaders(app: FastifyInstance, headers: ResponseHeaders): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
}
