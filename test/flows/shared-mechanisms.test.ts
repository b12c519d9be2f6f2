import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { Service } from '../../src/main/service.ts'
import { sandbox } from '../../src/organizations/index.ts'
import { readJsonFile } from '../../src/platform/files/small-file.ts'
import { startWholeService } from '../support/apps/whole-service.ts'

const LIMIT = 6
/** Anyone who has an XML report can validate it; a processor signs its events; anyone may ask and notify a receiver of the sandbox. */
const OPEN = [
  'GET /reporting/v3/dtds/{reportDefinitionNameVersion}',
  'POST /processors/v1/{name}/{organizationId}/events',
  'GET /sandbox/v1/receivers/{name}',
  'POST /sandbox/v1/receivers/{name}',
  // Before someone has signed in.
  'POST /organizations/v1/sign-in',
  'POST /organizations/v1/password-resets',
  'POST /organizations/v1/password-resets/completion',
  'POST /organizations/v1/invitations/details',
  'POST /organizations/v1/invitations/acceptance',
]

let service: Service
let partner: Readonly<Record<string, string>>
let merchant: Readonly<Record<string, string>>
beforeAll(async () => {
  service = await startWholeService({ QUITTANCE_RATE_LIMIT: String(LIMIT) })
  const credentials = readJsonFile(sandbox.credentialsFileOf(service.stores.folder)) as {
    partner: { bearer: { key: string } }
    merchant: { bearer: { key: string } }
  }
  partner = { authorization: `Bearer ${credentials.partner.bearer.key}` }
  merchant = { authorization: `Bearer ${credentials.merchant.bearer.key}` }
})

type Operation = { readonly tags: readonly string[] }

async function documentedOperations(): Promise<readonly (readonly [string, string])[]> {
  const { paths } = (await (await fetch(`${service.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>
  }
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { tags }]) => !tags.includes('Health'))
      .map(([method]) => [method.toUpperCase(), path] as const),
  )
}

test('every documented route but health, DTDs, signed events and sign-in refuses callers without a key', async () => {
  const documented = await documentedOperations()
  const operations = documented.filter((operation) => !OPEN.includes(operation.join(' ')))

  const responses = await Promise.all(
    operations.map(async ([method, path]) => {
      const response = await fetch(`${service.url}${path}`, { method })
      return [method, path, response.status, await response.text()]
    }),
  )

  const refused = '{"response":{"rmsg":"Authentication Failed"}}'
  expect(operations.length).toBe(documented.length - OPEN.length)
  expect(responses).toEqual(operations.map(([method, path]) => [method, path, 401, refused]))
})

test('a response is replayed under its Idempotency-Key, for its organization only', async () => {
  const move = async (query = '') => {
    const response = await fetch(`${service.url}/sandbox/v1/clock${query}`, {
      method: 'POST',
      headers: { ...partner, 'content-type': 'application/json', 'idempotency-key': 'once' },
      body: '{"advance":"PT1H","drain":true}',
    })
    const { offsetMs } = (await response.json()) as { offsetMs: number }
    // The clock paused for work that became due on its way, so it is ahead by a little less than whole hours.
    return [response.headers.get('idempotency-replayed'), Math.round(offsetMs / 3_600_000)]
  }
  const forMerchant = '?organizationId=sandbox-merchant'

  expect([await move(), await move()]).toEqual([
    [null, 1],
    ['true', 1],
  ])
  expect([await move(forMerchant), await move(forMerchant)]).toEqual([
    [null, 2],
    ['true', 2],
  ])
})

test('each key has a rate limit of its own, by the machine’s time', async () => {
  const ask = async (key: Readonly<Record<string, string>>) => {
    const response = await fetch(`${service.url}/organizations/v1/me`, { headers: key })
    return [response.status, response.headers.get('x-ratelimit-limit'), response.headers.has('retry-after')]
  }
  // On a slow machine, one more request may be allowed by now.
  const responses = [await ask(merchant)]
  while (responses.at(-1)?.[0] === 200 && responses.length < 3 * LIMIT) responses.push(await ask(merchant))

  const allowed = responses.slice(0, -1)
  expect(allowed.length).toBeGreaterThanOrEqual(LIMIT)
  expect(allowed).toEqual(allowed.map(() => [200, '6', false]))
  expect(responses.at(-1)).toEqual([429, '6', true])
  expect(await ask(partner)).toEqual([200, '6', false])
})

test('a node whose clock differs from the database’s by more than a minute refuses to start', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 190_000 })
  onTestFinished(() => void vi.useRealTimers())

  await expect(startWholeService()).rejects.toThrow(/The clock of this machine is 1\d\d s ahead of PostgreSQL's/)
})
