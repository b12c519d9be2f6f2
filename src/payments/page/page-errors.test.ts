import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FAILURES, failingRoutes } from '../../../test/support/apps/failing-routes.ts'
import { type RunningHttpApp, startHttpApp } from '../../../test/support/apps/http-app.ts'
import { LANGUAGES, type Language } from '../../kernel/language.ts'
import { RetryLater } from '../../platform/http/errors/retry-later.ts'
import { addRateLimit } from '../../platform/http/limits/rate-limit.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import { pageErrors } from './page-errors.ts'
import { PAGE_WORDS } from './words/all-words.ts'

const PREFIX = '/pay'

const busyRoutes: RoutePlugin = async (app) => {
  addRateLimit(app, { perMinute: 1, keyOf: ({ headers }) => String(headers['x-caller']) })
  app.get('/pay/limited', async () => 'fine')
  app.get('/pay/away', async () => {
    throw new RetryLater({ kind: 'unavailable', code: 'AWAY', message: 'The database at 10.0.0.1 is away.' }, 7)
  })
}

let running: RunningHttpApp
beforeAll(async () => {
  running = await startHttpApp({ routes: [failingRoutes(PREFIX), busyRoutes], errorShapes: pageErrors })
})
afterAll(() => running.app.close())

const get = (path: string, init?: RequestInit) => fetch(`${running.url}${PREFIX}${path}`, init)

async function refusedByLimit(headers: Readonly<Record<string, string>>, query = ''): Promise<Response> {
  await get('/limited', { headers })
  return get(`/limited${query}`, { headers })
}

describe('a failure of the page', () => {
  test.each(FAILURES)('is a page of its own, private and without internals: %s', async (_, path, init, status) => {
    const response = await get(path, init)
    const text = await response.text()

    expect([response.status, response.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8'])
    expect(text).toContain('<html lang="en-US">')
    expect(text).toMatch(/<h1>.+<\/h1>\n<p>.+\.<\/p>/)
    expect(text).not.toMatch(/hunter2|Taken by|Error|JSON|\bat \//)
    const [nonce] = /(?<=<style nonce=")[^"]+/.exec(text) ?? []
    const policy = response.headers.get('content-security-policy')
    expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`)
    expect(policy).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
    expect(response.headers.get('x-frame-options')).toBe('DENY')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(response.headers.get('x-robots-tag')).toBe('noindex, nofollow')
  })

  test('says what to do', async () => {
    const [gone, broken, away] = await Promise.all(
      ['/nowhere', '/broken', '/away'].map(async (path) => (await get(path)).text()),
    )
    expect(gone).toContain('The invoice may not be available yet, or the link is incomplete.')
    expect(gone).not.toContain('Try again')
    expect(broken).toContain('it shows whether the payment went through')
    expect(away).toContain('Please try again in a minute.')
    expect(away).not.toContain('10.0.0.1')
  })

  test('says when to retry if the caller is limited or the service is unavailable', async () => {
    const limited = await refusedByLimit({ 'x-caller': 'browser' })
    expect([limited.status, Number(limited.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await limited.text()).toContain('Too many requests')
    const away = await get('/away', { headers: { 'x-caller': 'other' } })
    expect([away.status, away.headers.get('retry-after')]).toEqual([503, '7'])
  })

  test.each(LANGUAGES)('is shown in %s if the link or the browser asks for it', async (language: Language) => {
    const { title, text } = PAGE_WORDS[language].failures.failed
    const asked = await (await get(`/broken?lang=${language}`)).text()
    const preferred = await (await get('/broken', { headers: { 'accept-language': `${language},en;q=0.5` } })).text()

    expect(asked).toContain(`<html lang="${language}">`)
    expect(asked).toContain(title)
    expect(asked).toContain(text)
    const withoutNonce = (page: string) => page.replaceAll(/nonce="[^"]+"/g, '')
    expect(withoutNonce(preferred)).toBe(withoutNonce(asked))
  })

  test('links back to the same address with its whole query', async () => {
    const page = await (await get('/broken?preview=1.a&lang=de-DE')).text()
    expect(page).toContain('<a href="?preview=1.a&amp;lang=de-DE">Noch einmal versuchen</a>')
  })

  test('tells the script what to show on the form', async () => {
    const headers = { accept: 'application/json', 'x-caller': 'script' }
    const response = await refusedByLimit(headers, '?lang=fr-FR')
    expect(response.status).toBe(429)
    expect(await response.json()).toEqual({
      notice: { title: 'Trop de demandes', sentences: ['Patientez une minute, puis réessayez.'] },
    })
  })
})

test('a failure of the bank’s page may be shown in its frame', async () => {
  const response = await fetch(`${running.url}/sandbox/challenge/nowhere`)
  expect(response.headers.get('x-frame-options')).toBe('SAMEORIGIN')
  expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
})
