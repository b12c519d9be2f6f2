import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { startApp } from '../support/apps/app.ts'
import { startWholeService } from '../support/apps/whole-service.ts'

let url: string

beforeAll(async () => {
  // The document names the address that people call; the kept one has the usual one.
  url = (await startWholeService({ QUITTANCE_BASE_URL: 'http://127.0.0.1:8080' })).url
})

test('docs/openapi.json is what the service serves (npm run openapi writes it)', async () => {
  const served = await (await fetch(`${url}/openapi.json`)).json()

  const kept = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'))
  expect(served).toEqual(kept)
  expect(served).toMatchObject({ openapi: '3.1.0', info: { title: 'Quittance' } })
})

test('no documented path, and nothing below it, gives a page instead of JSON to a browser', async () => {
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: Record<string, unknown> }
  const headers = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }
  const prefixes = Object.keys(paths).map((path) => path.replaceAll(/\{\w+\}/g, 'x'))
  const below = [...prefixes, '/openapi.json', '/invoicing', '/reporting'].map((path) => `${path}/nowhere`)

  const types = await Promise.all(
    below.map(async (path) => [path, (await fetch(url + path, { headers })).headers.get('content-type')] as const),
  )

  expect(types.length).toBeGreaterThan(50)
  expect(types.filter(([, type]) => !/^application\/(hal\+)?json/.test(type ?? ''))).toEqual([])
  const page = await fetch(`${url}/sandbox/nowhere`, { headers })
  expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
})

test('the figures for Prometheus cover requests, latency, pool, engine memory and event loop', async () => {
  await fetch(`${url}/readyz`)
  const text = await (await fetch(`${url}/metrics`)).text()

  expect(text).toMatch(/^http_requests_total\{method="GET",route="\/readyz",status="200"\} 1$/m)
  expect(text).toMatch(/^http_request_duration_seconds_count\{.*route="\/readyz".*\} 1$/m)
  expect(text).toMatch(/^postgres_pool_connections\{state="total"\} \d+$/m)
  expect(Number(/^engine_memory_bytes (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(1_000_000)
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
})

test('the contracts of all routes compile, also those that no test requests', async () => {
  const { app } = await startApp({ isSandbox: true, schemaCompilation: 'at-start' })

  expect(app.hasRoute({ method: 'POST', url: '/invoicing/v2/invoices' })).toBe(true)
})
