import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import fastify, { type FastifyPluginAsync } from 'fastify'
import { assert } from '../../../kernel/assert.ts'
import { packageUrl } from '../../processes/program-files.ts'
import { onFirstUse } from '../errors/on-first-use.ts'
import { pathOf } from '../errors/request-path.ts'
import { StaticResponse } from '../pages/static-response.ts'

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
  favicon: '../favicon.ico',
  // Each of these would otherwise call or link to a foreign host.
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  // The colors are ours, and follow the system.
  theme: 'none',
  hideDarkModeToggle: true,
} as const

/** Tokens first: the colors of the reference are made of them. */
const STYLES = ['ui/tokens.css', 'reference/reference.css']

/** The page before its script has run; the description of the API is readable without it. */
const BEFORE = `
    <main class="before">
      <h1>Quittance API reference</h1>
      <noscript><p>The reference needs JavaScript. Without it, read the <a href="../openapi.json">OpenAPI description</a>.</p></noscript>
    </main>`

/** The rendered API reference at /docs. It has several megabytes and is loaded on first use. */
export const docsRoutes: FastifyPluginAsync = async (app) => {
  const reference = onFirstUse(loadReference)
  const hidden = { schema: { hide: true } }
  // Its links are relative, so the address in the browser must end with a slash.
  app.get('/docs', hidden, async (request, reply) =>
    pathOf(request).endsWith('/') ? (await reference()).page.send(request, reply) : reply.redirect('docs/'),
  )
  app.get('/docs/js/scalar.js', hidden, async (request, reply) => (await reference()).script.send(request, reply))
}

type Reference = Readonly<Record<'page' | 'script', StaticResponse>>

/** Lets the library render its page and its script once; it would copy the script for each response. */
async function loadReference(): Promise<Reference> {
  const { default: apiReference } = await import('@scalar/fastify-api-reference')
  const styles = await Promise.all(STYLES.map((file) => readFile(packageUrl(`web/${file}`), 'utf8')))
  const configuration = { ...CONFIGURATION, customCss: styles.join('') }
  const app = fastify()
  await app.register(apiReference, { routePrefix: '/docs', configuration })
  const [page, script] = await Promise.all(['/docs/', '/docs/js/scalar.js'].map((url) => app.inject(url)))
  assert(page?.statusCode === 200 && script?.statusCode === 200, 'The library renders the API reference.')
  const html = page.body
    .replace('<html>', '<html lang="en">')
    .replace('<div id="app"></div>', `<div id="app"></div>${BEFORE}`)
  assert(html.includes(BEFORE), 'The page of the library has a place for the reference.')
  const cached = { 'cache-control': 'no-cache' }
  return {
    page: new StaticResponse(html, {
      ...cached,
      'content-type': String(page.headers['content-type']),
      'content-security-policy': pagePolicy(html),
    }),
    script: new StaticResponse(script.body, { ...cached, 'content-type': String(script.headers['content-type']) }),
  }
}

function pagePolicy(html: string): string {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)]
  const hashes = inline.map(([, script = '']) => `'sha256-${sha256(script)}'`)
  return [...CSP_WITHOUT_SCRIPTS, `script-src 'self' ${hashes.join(' ')}`].join('; ')
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
