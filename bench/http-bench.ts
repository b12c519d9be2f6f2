import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, get, type OutgoingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { benchFolder, removeFolder, startBenchService } from './bench-service.ts'
import type { Figure } from './figure.ts'

const CONNECTIONS = 32
const WARM_UP_MS = 1_000
const MEASURE_MS = 4_000

/** The least that Node can do for the same answer. */
const BARE_SERVER = `
require('node:http').createServer((request, response) => {
  response.setHeader('content-type', 'application/json')
  response.end('{"status":"ok"}')
}).listen(0, '127.0.0.1', function () { process.stdout.write(String(this.address().port)) })`

/** The least with a look into the database: who asks must be known anew for every request. */
const BARE_QUERYING_SERVER = `
const pool = new (require('pg').Pool)({ connectionString: process.argv[1], max: 20 })
require('node:http').createServer(async (request, response) => {
  const { rows } = await pool.query({ name: 'q', text: 'select * from organizations limit 1' })
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(rows))
}).listen(0, '127.0.0.1', function () { process.stdout.write(String(this.address().port)) })`

export async function benchHttp(): Promise<readonly Figure[]> {
  const folder = benchFolder()
  const service = await startBenchService(folder)
  try {
    const healthz = await besides(BARE_SERVER, [], () =>
      requestsPerSecond(`${service.url}/healthz`),
    )
    const headers = { authorization: `Bearer ${bearerKeyIn(folder)}` }
    const clock = await besides(BARE_QUERYING_SERVER, [postgresUrlIn(folder)], () =>
      requestsPerSecond(`${service.url}/sandbox/v1/clock`, headers),
    )
    return [
      {
        what: 'GET /healthz',
        ...healthz,
        limitIs: 'a bare node:http server with the same answer',
      },
      {
        // Two statements: who asks, and where the clock stands.
        what: 'GET /sandbox/v1/clock by bearer key',
        ...clock,
        limitIs: 'a bare node:http server that asks PostgreSQL one thing',
      },
    ]
  } finally {
    await service.stop()
    removeFolder(folder)
  }
}

/** What a bare server does in a second, and then what we do. */
async function besides(
  program: string,
  args: readonly string[],
  measureOurs: () => Promise<number>,
): Promise<Pick<Figure, 'ours' | 'limit' | 'unit' | 'isRate'>> {
  const bare = spawn(process.execPath, ['-e', program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [port] = (await once(bare.stdout, 'data')) as [Buffer]
    const limit = await requestsPerSecond(`http://127.0.0.1:${port}/`)
    return { limit, ours: await measureOurs(), unit: 'requests/s', isRate: true }
  } finally {
    bare.kill()
  }
}

function bearerKeyIn(folder: string): string {
  const { merchant } = readJson(join(folder, 'sandbox-credentials.json'))
  return (merchant as { bearer: { key: string } }).bearer.key
}

function postgresUrlIn(folder: string): string {
  const { user, password, host, port, database } = readJson(join(folder, 'run', 'postgres.json'))
  return `postgres://${user}:${password}@${host}:${port}/${database}`
}

function readJson(file: string): Readonly<Record<string, unknown>> {
  return JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, unknown>>
}

async function requestsPerSecond(url: string, headers: OutgoingHttpHeaders = {}): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const request = { url, headers, agent }
  await countFor(WARM_UP_MS, request)
  const count = await countFor(MEASURE_MS, request)
  agent.destroy()
  return count / (MEASURE_MS / 1000)
}

type Request = {
  readonly url: string
  readonly headers: OutgoingHttpHeaders
  readonly agent: Agent
}

async function countFor(durationMs: number, request: Request): Promise<number> {
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

async function requestOnce({ url, headers, agent }: Request): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}.`))
      response.resume().once('end', resolve)
    }).once('error', reject)
  })
}
