import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import fastify, { type FastifyInstance, type FastifyPluginAsync, type FastifyReply, type FastifyRequest } from 'fastify'

// Everything comes from our own origin. The reference writes its styles into the page at run time,
// hence the inline styles; scripts run only from our file or with the hash of the page's own start.
const CSP_WITHOUT_SCRIPTS = [
  "default-src 'none'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "style-src 'self' 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
]

const CONFIGURATION = {
  pageTitle: 'Quittance API reference',
  // Relative, so that it also works below another path of a reverse proxy.
  url: '../openapi.json',
  // Each of these would otherwise call or link to a foreign host.
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
} as const

/** The rendered API reference at /docs. It has several megabytes and is loaded on first use. */
export const docsRoutes: FastifyPluginAsync = async (app) => {
  let reference: Promise<FastifyInstance> | undefined
  const script = new CompressedScript()
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    reference ??= openReference()
    const { statusCode, headers, body } = await (await reference).inject(request.url)
    const { location, 'content-type': type = '' } = headers
    if (location !== undefined) return reply.redirect(location, statusCode)
    reply.code(statusCode).header('content-type', type)
    if (String(type).startsWith('text/html')) reply.header('content-security-policy', pagePolicy(body))
    return String(type).startsWith('application/javascript') ? script.send(body, request, reply) : reply.send(body)
  }
  for (const url of ['/docs', '/docs/', '/docs/js/scalar.js']) {
    app.get(url, { schema: { hide: true } }, answer)
  }
  // For people who open the bare address in a browser.
  app.get('/', { schema: { hide: true } }, async (_request, reply) => reply.redirect('docs'))
  // Browsers ask for it on their own and report a 404 in the console of the page.
  app.get('/favicon.ico', { schema: { hide: true } }, async (_request, reply) =>
    reply.code(204).header('cache-control', 'public, max-age=86400').send(),
  )
}

async function openReference(): Promise<FastifyInstance> {
  const { default: apiReference } = await import('@scalar/fastify-api-reference')
  const app = fastify()
  await app.register(apiReference, { routePrefix: '/docs', configuration: CONFIGURATION })
  return app
}

function pagePolicy(html: string): string {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)]
  const hashes = inline.map(([, script = '']) => `'sha256-${sha256(script)}'`)
  return [...CSP_WITHOUT_SCRIPTS, `script-src 'self' ${hashes.join(' ')}`].join('; ')
}

/** The script has several megabytes and never changes while the process lives. */
class CompressedScript {
  #etag: string | undefined
  #gzipped: Promise<Buffer> | undefined

  async send(script: string, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    this.#etag ??= `"${sha256(script)}"`
    reply.headers({ 'cache-control': 'no-cache', etag: this.#etag, vary: 'accept-encoding' })
    if (request.headers['if-none-match'] === this.#etag) {
      reply.code(304).removeHeader('content-type')
      return null
    }
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return script
    this.#gzipped ??= promisify(gzip)(script)
    const body = await this.#gzipped
    reply.headers({ 'content-encoding': 'gzip', 'content-length': body.length })
    return body
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
