import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { startHttpApp } from '../../../test/support/apps/http-app.ts'
import { fileResources } from '../../../test/support/run/file-resources.ts'
import { makeTemporaryFolder } from '../../../test/support/stores/temporary-folder.ts'
import { programErrors } from '../../platform/http/errors/site-errors.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import { portalPages } from '../index.ts'

const BROWSER = 'text/html,application/xhtml+xml,*/*;q=0.8'
const SCRIPT = 'import("./words-de-DE-3.js")\n'.repeat(100)
const MANIFEST = {
  'main.tsx': {
    file: 'assets/main-1.js',
    name: 'main',
    isEntry: true,
    imports: ['_view-2.js'],
    css: ['assets/main-4.css'],
  },
  '_view-2.js': { file: 'assets/view-2.js', name: 'view' },
  '_words-de-DE-3.js': { file: 'assets/words-de-DE-3.js', name: 'words-de-DE' },
  '_words-en-US-5.js': { file: 'assets/words-en-US-5.js', name: 'words-en-US' },
}

/** A built portal with few and small files. */
function aBuild(): URL {
  const folder = makeTemporaryFolder()
  const assets = join(folder, 'assets')
  mkdirSync(assets)
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(MANIFEST))
  writeFileSync(join(assets, 'main-1.js'), SCRIPT)
  writeFileSync(join(assets, 'main-1.js.br'), brotliCompressSync(SCRIPT))
  writeFileSync(join(assets, 'main-1.js.gz'), gzipSync(SCRIPT))
  writeFileSync(join(assets, 'main-4.css'), 'a { color: red }')
  return pathToFileURL(`${folder}/`)
}

const apiRoutes: RoutePlugin = async (app) => {
  app.get('/portal/v1/views', async () => ({ views: [] }))
}

async function start(folder: URL, baseUrl = 'http://127.0.0.1') {
  const pages = portalPages.open({ baseUrl, version: '1.2.3' }, folder)
  const errorShapes = [...programErrors('/invoicing', '/portal'), portalPages.errors(pages)]
  const { app, url } = await startHttpApp({ routes: [portalPages.routes(pages), apiRoutes], errorShapes })
  fileResources.defer(async () => {
    await app.close()
  })
  return (path: string, headers: Record<string, string> = {}) =>
    fetch(url + path, { headers: { accept: BROWSER, ...headers }, redirect: 'manual' })
}

let get: Awaited<ReturnType<typeof start>>
beforeAll(async () => {
  get = await start(aBuild())
})

test.each([
  ['/', 200],
  ['/sign-in', 200],
  ['/o/shop', 200],
  ['/o/shop/', 200],
  ['/o/shop/invoices', 200],
  ['/o/shop/invoices/A%2F123', 200],
  ['/o/shop/nothing/here', 404],
  ['/nothing', 404],
])('%s is the portal with status %d, which nobody may frame or keep without asking', async (path, status) => {
  const response = await get(path)

  expect([response.status, response.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8'])
  expect(response.headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
      "frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  )
  expect(response.headers.get('cache-control')).toMatch(/^(private, no-cache|no-store)$/)
  const text = await response.text()
  expect(text).toContain('<div id="portal"')
  expect(text).not.toMatch(/<style|<script(?![^>]* src=)|style=/)
})

test.each([
  ['/invoicing/v2/nothing', BROWSER],
  ['/portal/v1/nothing', BROWSER],
  ['/portal/assets/gone-1.js', BROWSER],
  ['/nothing', 'application/json'],
])('%s for %s stays JSON with status 404', async (path, accept) => {
  const response = await get(path, { accept })

  expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8'])
})

test('theme and language are those that the person chose, else the browser’s', async () => {
  const pageFor = async (headers: Record<string, string>) =>
    /<html[^>]*>/.exec(await (await get('/', headers)).text())?.[0]

  expect(await pageFor({ cookie: 'quittance=token; quittance-theme=dark; quittance-language=de-DE' })).toBe(
    '<html lang="de-DE" data-theme="dark" data-root="" data-version="1.2.3" data-session="yes">',
  )
  expect(await pageFor({ 'accept-language': 'ja,en;q=0.8' })).toBe(
    '<html lang="ja-JP" data-root="" data-version="1.2.3">',
  )
  expect(await pageFor({ cookie: 'quittance-theme="><script>; quittance-language=xx-XX' })).toBe(
    '<html lang="en-US" data-root="" data-version="1.2.3">',
  )
})

test('the page loads its script, its style and the texts of its language at the same time', async () => {
  const text = await (await get('/', { 'accept-language': 'de' })).text()

  expect(text).toContain('<script type="module" src="/portal/assets/main-1.js"></script>')
  expect([...text.matchAll(/<link rel="(\w+)" href="([^"]+)">/g)].map(([, kind, file]) => `${kind} ${file}`)).toEqual([
    'stylesheet /portal/assets/main-4.css',
    'modulepreload /portal/assets/view-2.js',
    'modulepreload /portal/assets/words-de-DE-3.js',
  ])
})

test('an asset is kept for good, and sent as it was compressed at the build', async () => {
  const [br, gzip, plain] = [
    await get('/portal/assets/main-1.js', { 'accept-encoding': 'gzip, br' }),
    await get('/portal/assets/main-1.js', { 'accept-encoding': 'gzip, br;q=0' }),
    await get('/portal/assets/main-1.js', { 'accept-encoding': 'identity' }),
  ]
  const tag = br.headers.get('etag') ?? ''
  const again = await get('/portal/assets/main-1.js', { 'if-none-match': tag })

  expect([br, gzip, plain].map(({ headers }) => headers.get('content-encoding'))).toEqual(['br', 'gzip', null])
  expect([await br.text(), await gzip.text(), await plain.text()]).toEqual([SCRIPT, SCRIPT, SCRIPT])
  expect(br.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(br.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(again.status).toBe(304)
})

test('below another path of a reverse proxy, files and pages keep that path', async () => {
  const below = await start(aBuild(), 'https://pay.example/billing/')

  const text = await (await below('/')).text()

  expect(text).toContain('data-root="/billing"')
  expect(text).toContain('src="/billing/portal/assets/main-1.js"')
})

test('a service without built files says which command builds them', async () => {
  const unbuilt = await start(pathToFileURL(`${makeTemporaryFolder()}/`))

  const [page, unknown] = [await unbuilt('/'), await unbuilt('/nothing')]

  expect(page.status).toBe(503)
  expect(await page.text()).toContain('<code>npm install --include=dev</code>')
  expect([unknown.status, await unknown.text()]).toEqual([404, expect.stringContaining('<h1>')])
})
