import { beforeAll, describe, expect, test } from 'vitest'
import { type AuthenticatedApp, startAuthenticatedApp } from '../../../test/support/apps/authenticated-app.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { type Answer, sendRequest } from '../../../test/support/http/send-request.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import { type DatabaseUse, databaseUse } from '../../platform/postgres/database-use.ts'

type Keyed = Awaited<ReturnType<typeof anOrganization>>

const LIST = '/test/v1/list'
const WRITE = '/test/v1/write'

let app: AuthenticatedApp
let partner: Keyed
let shop: Keyed
let waiting: { readonly use: DatabaseUse; readonly end: () => void }[] = []
beforeAll(async () => {
  const routes: RoutePlugin = async (api) => {
    const handler = async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.push({ use: databaseUse(), end: resolve })
      await promise
      return {}
    }
    api.get(LIST, { config: { scope: 'any', isList: true } }, handler)
    api.post(WRITE, { config: { scope: 'any' } }, handler)
  }
  app = await startAuthenticatedApp({ routes: [routes] })
  partner = await anOrganization(app, 'partner', { type: 'partner' })
  shop = await anOrganization(app, 'shop', { parentId: 'partner' })
  await anOrganization(app, 'sister', { parentId: 'partner' })
})

const headersOf = ({ bearer }: Keyed) => ({ authorization: `Bearer ${bearer.key}` })

function ask(caller: Keyed, path: string, method = 'GET'): Promise<Answer> {
  return sendRequest(app.port, { method, path, headers: headersOf(caller) })
}

/** As a client that repeats a request that waited too long. */
async function askUntilTaken(caller: Keyed, path: string): Promise<Answer> {
  for (;;) {
    const response = await ask(caller, path)
    if (response.status !== 429) return response
  }
}

const statuses = (responses: readonly Answer[]) => responses.map(({ status }) => status)

async function endAll(asked: readonly Promise<Answer>[]): Promise<readonly Answer[]> {
  const ending = setInterval(() => {
    for (const { end } of waiting) end()
  }, 10)
  try {
    return await Promise.all(asked)
  } finally {
    clearInterval(ending)
    waiting = []
  }
}

describe('lists of one organization', () => {
  test('an organization runs four lists at a time: the fifth is refused after a wait, other requests are not', async () => {
    const four = ['shop', 'sister', 'shop', 'partner'].map((id) => ask(partner, `${LIST}?organizationId=${id}`))
    await expect.poll(() => waiting.length).toBe(4)

    const fifth = await ask(partner, LIST)
    const ofShop = ask(shop, LIST)
    const write = ask(partner, WRITE, 'POST')
    await expect.poll(() => waiting.length).toBe(6)

    expect([fifth.status, fifth.headers['retry-after']]).toEqual([429, '2'])
    expect(JSON.parse(fifth.text)).toMatchObject({ status: 'TOO_MANY_REQUESTS', reason: 'TOO_MANY_AT_ONCE' })
    expect(waiting.map(({ use }) => `${use.purpose} of ${use.owner}`).sort()).toEqual([
      ...Array<string>(4).fill('list of partner'),
      'list of shop',
      'work of partner',
    ])
    expect(statuses(await endAll([...four, ofShop, write]))).toEqual(Array(6).fill(200))
  })

  test('a list whose caller left makes room for a waiting one', async () => {
    const leaving = new AbortController()
    const request = { headers: headersOf(shop), signal: leaving.signal }
    const left = Array.from({ length: 3 }, () => fetch(`${app.url}${LIST}`, request).catch(() => 'left'))
    await expect.poll(() => waiting.length).toBe(3)
    const asked = Array.from({ length: 3 }, () => askUntilTaken(shop, LIST))
    await expect.poll(() => waiting.length).toBe(4)

    leaving.abort()
    await expect.poll(() => waiting.length).toBe(6)

    expect(await Promise.all(left)).toEqual(['left', 'left', 'left'])
    expect(statuses(await endAll(asked))).toEqual([200, 200, 200])
  })
})

test('writes of one organization are never refused by the limit', async () => {
  const asked = Array.from({ length: 40 }, () => ask(shop, WRITE, 'POST'))

  expect(new Set(statuses(await endAll(asked)))).toEqual(new Set([200]))
})
