import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, type OutgoingHttpHeaders, request as startRequest } from 'node:http'
import { type Figure, median } from './figure.ts'

const CONNECTIONS = 32
const WARM_UP_MS = 1_000
const MEASURE_MS = 4_000

export type LoadRequest = {
  /** A function where each request asks for something else. */
  readonly url: string | (() => string)
  readonly method?: string
  /** A function where each request has its own. */
  readonly headers?: OutgoingHttpHeaders | (() => OutgoingHttpHeaders)
  readonly body?: string
}
type Connected = LoadRequest & { readonly agent: Agent }

/** Many short ones: the speed of a machine changes within seconds. */
const ROUNDS = 9
const ROUND_MS = 1_600

/** Requests per second of a bare server and ours: medians of rounds in turn. */
export async function besides(
  program: string,
  args: readonly string[],
  measureOurs: (measureMs: number) => Promise<number>,
): Promise<Pick<Figure, 'ours' | 'limit' | 'unit' | 'isRate'>> {
  return withBareServer(program, args, async (url) => {
    const bareRates: number[] = []
    const ownRates: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      bareRates.push(await requestsPerSecond({ url }, ROUND_MS))
      ownRates.push(await measureOurs(ROUND_MS))
    }
    return { limit: median(bareRates), ours: median(ownRates), unit: 'requests/s', isRate: true }
  })
}

/** Runs a program that prints the port on which it answers, for as long as the work takes. */
export async function withBareServer<T>(
  program: string,
  args: readonly string[],
  work: (url: string) => Promise<T>,
): Promise<T> {
  const bare = spawn(process.execPath, ['-e', program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [port] = (await once(bare.stdout, 'data')) as [Buffer]
    return await work(`http://127.0.0.1:${port}/`)
  } finally {
    bare.kill()
  }
}

/** Over many concurrent connections. */
export async function requestsPerSecond(request: LoadRequest, measureMs = MEASURE_MS): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  await countFor((measureMs * WARM_UP_MS) / MEASURE_MS, { ...request, agent })
  const count = await countFor(measureMs, { ...request, agent })
  agent.destroy()
  return count / (measureMs / 1000)
}

/** Sends each of the requests once, over many concurrent connections. */
export async function sendAll(requests: readonly LoadRequest[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const left = requests.values()
  const loop = async (): Promise<void> => {
    for (const request of left) await requestOnce({ ...request, agent })
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, loop))
  agent.destroy()
}

/**
 * How long each takes, one request at a time: the median of n. They alternate, so that other
 * load on the machine affects all of them alike.
 */
export async function mediansMs(requests: readonly LoadRequest[], times: number): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const tooksMs = requests.map((): number[] => [])
  for (let round = -times / 10; round < times; round += 1) {
    for (const [index, request] of requests.entries()) {
      const startedAt = performance.now()
      await requestOnce({ ...request, agent })
      if (round >= 0) tooksMs[index]?.push(performance.now() - startedAt)
    }
  }
  agent.destroy()
  return tooksMs.map((took) => took.sort((a, b) => a - b)[Math.floor(times / 2)] ?? 0)
}

async function countFor(durationMs: number, request: Connected): Promise<number> {
  const until = performance.now() + durationMs
  let count = 0
  const loop = async (): Promise<void> => {
    while (performance.now() < until) {
      await requestOnce(request)
      count += 1
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, loop))
  return count
}

async function requestOnce({ url, method = 'GET', headers = {}, body, agent }: Connected): Promise<void> {
  const address = typeof url === 'string' ? url : url()
  return new Promise((resolve, reject) => {
    startRequest(
      address,
      { method, agent, headers: typeof headers === 'function' ? headers() : headers },
      (response) => {
        const status = response.statusCode ?? 0
        if (status >= 300) reject(new Error(`${address} answered ${status}.`))
        response.resume().once('end', resolve)
      },
    )
      .once('error', reject)
      .end(body)
  })
}
