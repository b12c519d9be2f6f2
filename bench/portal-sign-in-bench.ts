import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { benchFolder, removeFolder, startBenchService } from './bench-service.ts'
import { type Figure, median } from './figure.ts'
import { SIZES } from './sizes.ts'

const PASSWORD = 'zeppelin garden 41'
/** Medians within a tenth of each other. */
const TIMES_MAX = 1.1

type Answer = { readonly status: number; readonly text: string; readonly cookie: string; readonly ms: number }

/** Wrong passwords of known accounts beside unknown addresses, each from a network of its own: the times must not tell them apart. */
export async function benchPortalSignIn(): Promise<readonly Figure[]> {
  const folder = benchFolder()
  // A proxy in front of the service, so that each request can come from another network.
  const environment = { QUITTANCE_TRUSTED_PROXIES: '127.0.0.1', QUITTANCE_PAGE_RATE_LIMIT: '0' }
  const service = await startBenchService(folder, environment)
  try {
    const { accounts } = SIZES
    await createAccounts(service.url, folder, accounts)
    const [wrong, unknown] = await measure(service.url, accounts)
    const shared = { unit: 'ms', isRate: false, bar: { timesMax: TIMES_MAX } } as const
    return [
      { ...shared, what: 'unknown address, median', ours: unknown, limit: wrong, limitIs: 'a wrong password' },
      { ...shared, what: 'wrong password, median', ours: wrong, limit: unknown, limitIs: 'an unknown address' },
    ]
  } finally {
    await service.stop()
    removeFolder(folder)
  }
}

async function measure(url: string, accounts: number): Promise<readonly [number, number]> {
  const [wrong, unknown]: [number[], number[]] = [[], []]
  const bodies = new Set<string>()
  for (let index = 0; index < accounts; index += 1) {
    const ofWrong = { email: addressOf(index), password: 'wrong password', network: `10.0.${index}.1` }
    const ofUnknown = { ...ofWrong, email: `nobody${index}@shop.example`, network: `10.1.${index}.1` }
    // Taking turns, and in both orders, so that whatever else the machine does concerns both.
    const isWrongFirst = index % 2 === 0
    const first = await signIn(url, isWrongFirst ? ofWrong : ofUnknown)
    const second = await signIn(url, isWrongFirst ? ofUnknown : ofWrong)
    wrong.push((isWrongFirst ? first : second).ms)
    unknown.push((isWrongFirst ? second : first).ms)
    for (const { status, text } of [first, second]) {
      bodies.add(`${status} ${text.replace(/"submitTimeUtc":"[^"]*"/, '')}`)
    }
  }
  if (bodies.size !== 1) throw new Error(`The responses differ: ${[...bodies].join('\n')}`)
  return [median(wrong), median(unknown)]
}

/** Invited by the sandbox's owner, as people are. */
async function createAccounts(url: string, folder: string, count: number): Promise<void> {
  const { portal } = JSON.parse(readFileSync(join(folder, 'sandbox-credentials.json'), 'utf8'))
  const { cookie } = await signIn(url, { ...portal, network: '10.2.0.1' })
  for (let index = 0; index < count; index += 1) {
    const body = { email: addressOf(index), role: 'viewer' }
    const { text } = await post(url, '/invitations?organizationId=sandbox-merchant', body, { cookie })
    const token = new URL(JSON.parse(text).link).searchParams.get('token')
    const accepted = await post(url, '/invitations/acceptance', { token, name: 'Ada', password: PASSWORD })
    if (accepted.status !== 200) throw new Error(`An invitation was not accepted: ${accepted.text}`)
  }
}

function addressOf(index: number): string {
  return `person${index}@shop.example`
}

type Attempt = { readonly email: string; readonly password: string; readonly network: string }

async function signIn(url: string, { network, ...body }: Attempt): Promise<Answer> {
  return post(url, '/sign-in', body, { 'x-forwarded-for': network })
}

async function post(
  url: string,
  path: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const startedAt = performance.now()
  const response = await fetch(`${url}/organizations/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';', 1).join(''))
    .join('; ')
  return { status: response.status, text, cookie, ms: performance.now() - startedAt }
}
