import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FAILURES, failingRoutes } from '../../../../test/support/apps/failing-routes.ts'
import { errorBody, type RunningHttpApp, startHttpApp } from '../../../../test/support/apps/http-app.ts'
import { LANGUAGES, type Language } from '../../../kernel/language.ts'
import type { RoutePlugin } from '../server/create-http-app.ts'
import { RetryLater } from './retry-later.ts'
import { programErrors, siteErrors } from './site-errors.ts'
import { SITE_FAILURE_WORDS } from './site-failure-words.ts'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

const awayRoutes: RoutePlugin = async (app) => {
  app.get('/site/away', async () => {
    throw new RetryLater({ kind: 'unavailable', code: 'AWAY', message: 'The database at 10.0.0.1 is away.' }, 7)
  })
}

let running: RunningHttpApp
beforeAll(async () => {
  const routes = [failingRoutes('/site'), failingRoutes('/program'), awayRoutes]
  const errorShapes = [siteErrors({ hasStart: true }), ...programErrors('/program')]
  running = await startHttpApp({ routes, errorShapes })
})
afterAll(() => running.app.close())

function get(path: string, { headers, ...init }: RequestInit = {}, accept = BROWSER): Promise<Response> {
  return fetch(running.url + path, { ...init, headers: { ...(headers as Record<string, string>), accept } })
}

describe('a browser outside the paths of programs', () => {
  test.each(FAILURES)('gets a private page without internals: %s', async (_, path, init, status) => {
    const response = await get(`/site${path}`, init)
    const text = await response.text()

    expect([response.status, response.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8'])
    expect(text).toMatch(/<h1>.+<\/h1>\n<p>.+\.<\/p>/)
    expect(text).not.toMatch(/hunter2|Taken by|Error|JSON|\bat \//)
    const [nonce] = /(?<=<style nonce=")[^"]+/.exec(text) ?? []
    expect(response.headers.get('content-security-policy')).toContain(`style-src 'self' 'nonce-${nonce}'`)
    expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('vary')).toBe('accept, accept-language')
    expect(response.headers.get('x-robots-tag')).toBe('noindex, nofollow')
  })

  test.each(LANGUAGES)('reads it in %s', async (language: Language) => {
    const headers = { 'accept-language': `${language},en;q=0.5` }

    const page = await (await get('/nowhere', { headers })).text()

    expect(page).toContain(`<html lang="${language}">`)
    expect(page).toContain(SITE_FAILURE_WORDS[language].notFound.title)
    expect(page).toContain(SITE_FAILURE_WORDS[language].toStart)
  })

  test.each([
    ['/nowhere', './'],
    ['/nowhere?q=/a/b', './'],
    ['/a/b', '../'],
    ['/a/b/', '../../'],
    ['//evil.example/a', '../../'],
  ])('finds the way from %s to the start page', async (path, start) => {
    expect(await (await get(path)).text()).toContain(`<a href="${start}">Go to the start page</a>`)
  })

  test('can reload after a failure of the service, and finds the number of the request in the log', async () => {
    const away = await get('/site/away')
    const broken = await get('/site/broken')
    const page = await broken.text()

    const requestId = broken.headers.get('v-c-correlation-id')
    expect(page).toContain('<a href="">Reload the page</a>')
    expect(page).toContain(`<code>${requestId}</code>`)
    expect(running.logLines().findLast(({ msg }) => msg === 'request failed')).toMatchObject({ requestId })
    expect([away.status, away.headers.get('retry-after')]).toEqual([503, '7'])
    expect(await away.text()).not.toContain('10.0.0.1')
  })

  test('gets the headers alone with HEAD', async () => {
    const [whole, head] = [await get('/nowhere'), await get('/nowhere', { method: 'HEAD' })]

    expect([head.status, await head.text()]).toEqual([404, ''])
    expect(head.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(await whole.text())))
  })
})

test.each(['*/*', 'application/json', 'application/json, text/html', ';;q=,"', 'text/html;q=0'])(
  'a client that accepts %j gets JSON',
  async (accept) => {
    const response = await get('/nowhere', {}, accept)

    expect([response.status, response.headers.get('vary')]).toEqual([404, 'accept, accept-language'])
    expect(await errorBody(response)).toMatchObject({ reason: 'NOT_FOUND' })
  },
)

test.each(FAILURES)('a path of programs gives JSON to browsers, too: %s', async (_, path, init, status) => {
  const response = await get(`/program${path}`, init)

  expect(response.status).toBe(status)
  expect((await errorBody(response)).status).toEqual(expect.any(String))
})

test('without a start page no link leads to one', async () => {
  const { app, url } = await startHttpApp({ errorShapes: [siteErrors({ hasStart: false })] })

  const page = await (await fetch(`${url}/nowhere`, { headers: { accept: BROWSER } })).text()

  expect(page).toContain('Page not found')
  expect(page).not.toContain('<a ')
  await app.close()
})
