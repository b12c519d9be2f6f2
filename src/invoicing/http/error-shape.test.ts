import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FAILURES, failingRoutes, post } from '../../../test/support/apps/failing-routes.ts'
import { errorBody, type RunningHttpApp, startHttpApp } from '../../../test/support/apps/http-app.ts'
import { invoicingErrors } from '../index.ts'

const PREFIX = '/invoicing/v2'

let running: RunningHttpApp
beforeAll(async () => {
  running = await startHttpApp({
    routes: [failingRoutes(PREFIX)],
    errorShapes: [invoicingErrors],
    clock: { now: () => Temporal.Instant.from('2026-11-15T00:33:45.678Z') },
  })
})
afterAll(() => running.app.close())

const get = (path: string, init?: RequestInit) => fetch(`${running.url}${PREFIX}${path}`, init)

describe('invoicing', () => {
  test.each(FAILURES)('answers %s in its own shape', async (_, path, init, status) => {
    const response = await get(path, init)

    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await response.json()).toEqual({
      submitTimeUtc: '2026-11-15T00:33:45Z',
      status: expect.stringMatching(/^[A-Z_]+$/),
      reason: expect.stringMatching(/^[A-Z_]+$/),
      message: expect.stringMatching(/\.$/),
      details: expect.any(Array),
    })
  })

  test('a refusal names every offending field', async () => {
    const response = await get('/things', post('{"name":"too long","limits":{}}'))

    expect(await errorBody(response)).toMatchObject({
      status: 'BADREQUEST',
      reason: 'VALIDATION_ERROR',
      details: [
        { field: 'name', reason: 'INVALID_DATA' },
        { field: 'limits.from', reason: 'MISSING_FIELD' },
      ],
    })
  })

  test('a body that is not JSON is refused with the position of the error', async () => {
    const { message } = await errorBody(await get('/things', post('{\n "name": }')))

    expect(message).toBe('The body is not valid JSON at line 2, column 10 (offset 11).')
  })

  test('failed authentication has the response that existing clients expect', async () => {
    const response = await get('/unauthenticated')

    expect(response.status).toBe(401)
    expect(await response.text()).toBe('{"response":{"rmsg":"Authentication Failed"}}')
  })
})
