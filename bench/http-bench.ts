import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
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

export async function benchHttp(): Promise<readonly Figure[]> {
  const folder = benchFolder()
  const service = await startBenchService(folder)
  const bare = spawn(process.execPath, ['-e', BARE_SERVER], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [port] = (await once(bare.stdout, 'data')) as [Buffer]
    const limit = await requestsPerSecond(`http://127.0.0.1:${port}/healthz`)
    const ours = await requestsPerSecond(`${service.url}/healthz`)
    const limitIs = 'a bare node:http server with the same answer'
    return [{ what: 'GET /healthz', unit: 'requests/s', ours, limit, limitIs, isRate: true }]
  } finally {
    bare.kill()
    await service.stop()
    removeFolder(folder)
  }
}

async function requestsPerSecond(url: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  await countFor(WARM_UP_MS, url, agent)
  const count = await countFor(MEASURE_MS, url, agent)
  agent.destroy()
  return count / (MEASURE_MS / 1000)
}

async function countFor(durationMs: number, url: string, agent: Agent): Promise<number> {
  const until = performance.now() + durationMs
  let count = 0
  const loop = async (): Promise<void> => {
    while (performance.now() < until) {
      await requestOnce(url, agent)
      count += 1
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, loop))
  return count
}

async function requestOnce(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      response.resume().once('end', resolve)
    }).once('error', reject)
  })
}
