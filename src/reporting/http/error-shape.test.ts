import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FAILURES, failingRoutes, post } from '../../../test/support/apps/failing-routes.ts'
import { type RunningHttpApp, startHttpApp } from '../../../test/support/apps/http-app.ts'
import { reportingErrors } from '../index.ts'

const PREFIX = '/reporting/v3'
const XML = { headers: { accept: 'application/xml' } }

let running: RunningHttpApp
beforeAll(async () => {
  running = await startHttpApp({
    routes: [failingRoutes(PREFIX)],
    errorShapes: [...reportingErrors],
    clock: { now: () => Temporal.Instant.from('2026-11-15T00:33:45.678Z') },
  })
})
afterAll(() => running.app.close())

const get = (path: string, init?: RequestInit) => fetch(`${running.url}${PREFIX}${path}`, init)
const typeOf = (response: Response) => response.headers.get('content-type')

describe('reporting', () => {
  test.each(FAILURES)('the response to %s has the keys of both known shapes', async (_, path, init, status) => {
    const response = await get(path, init)

    expect([response.status, typeOf(response)]).toEqual([status, 'application/json; charset=utf-8'])
    expect(await response.json()).toMatchObject({
      submitTimeUtc: '2026-11-15T00:33:45Z',
      code: expect.stringMatching(/^[A-Z_]+$/),
      reason: expect.stringMatching(/^[A-Z_]+$/),
      message: expect.stringMatching(/\.$/),
      detail: expect.stringMatching(/\.$/),
      correlationId: response.headers.get('v-c-correlation-id'),
      details: expect.any(Array),
      fields: expect.any(Array),
    })
  })

  test.each(FAILURES)('a client that accepts only XML gets %s as an error bean', async (_, path, init, status) => {
    const headers = { ...init.headers, accept: 'application/xml' }
    const response = await get(path, { ...init, headers })

    expect([response.status, typeOf(response)]).toEqual([status, 'application/xml; charset=utf-8'])
    expect(await response.text()).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8" standalone="yes"\?>\n<errorBean><code>[A-Z_]+<\/code><correlationId>[0-9a-f-]{36}<\/correlationId><detail>[^<]+<\/detail>.*<submitTimeUtc>2026-11-15T00:33:45Z<\/submitTimeUtc><\/errorBean>$/,
    )
  })

  test.each([
    ['/nowhere', 'RESOURCE_NOTFOUND', 'resource.notfound'],
    ['/%E0%A4', 'VALIDATION_ERROR', 'validation.errors'],
    ['/broken', 'SERVER_ERROR', 'server.error'],
    ['/refused', 'CONFLICT', undefined],
  ])('%s has the code %s', async (path, code, localizationKey) => {
    const body = (await (await get(path)).json()) as Record<string, unknown>

    expect([body['code'], body['localizationKey']]).toEqual([code, localizationKey])
  })

  test('every invalid field is listed for both kinds of clients', async () => {
    const response = await get('/things', post('{"name":"too long","limits":{}}'))

    expect(await response.json()).toMatchObject({
      code: 'VALIDATION_ERROR',
      reason: 'VALIDATION_ERROR',
      localizationKey: 'validation.errors',
      details: [
        { field: 'name', reason: 'INVALID_DATA' },
        { field: 'limits.from', reason: 'MISSING_FIELD' },
      ],
      fields: [
        { path: 'name', message: 'name must not be longer than 5 characters' },
        { path: 'limits.from', message: 'limits.from is required' },
      ],
    })
  })

  test('markup is escaped in XML', async () => {
    expect(await (await get('/refused', XML)).text()).toContain(
      '<details><field>name</field><reason>INVALID_DATA</reason></details>' +
        '<fields><message>Taken by &lt;"A &amp; B"&gt;.</message><path>name</path></fields>' +
        '<message>Taken by &lt;"A &amp; B"&gt;.</message><reason>TAKEN</reason>',
    )
  })

  test.each([
    ['application/xml', 'application/xml'],
    ['text/xml;q=0.9', 'application/xml'],
    ['text/csv, application/xml', 'application/xml'],
    ['application/hal+json;charset=utf-8', 'application/hal+json'],
    ['application/hal+json, application/xml', 'application/hal+json'],
    ['application/json, application/hal+json', 'application/json'],
    ['application/xml, application/json', 'application/json'],
    ['application/xml, */*;q=0.1', 'application/json'],
    ['application/xml, application/json;q=0', 'application/xml'],
    ['text/csv', 'application/json'],
    ['*/*', 'application/json'],
  ])('a client that accepts %s gets %s', async (accept, type) => {
    expect(typeOf(await get('/missing', { headers: { accept } }))).toBe(`${type}; charset=utf-8`)
  })

  test('failed authentication has the body that existing clients expect, whatever they accept', async () => {
    for (const init of [{}, XML]) {
      const response = await get('/unauthenticated', init)

      expect([response.status, typeOf(response)]).toEqual([401, 'application/json; charset=utf-8'])
      expect(await response.text()).toBe('{"response":{"rmsg":"Authentication Failed"}}')
    }
  })
})
