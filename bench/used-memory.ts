import { setTimeout as sleep } from 'node:timers/promises'

const BYTES_PER_MIB = 1024 ** 2
const OPEN_MS_MAX = 10_000
const COLLECTIONS = 3

export type Inspected = { readonly pid: number; readonly inspectorPort: number }

/** Has a service that is started with it open its inspector at this port when it is asked to. */
export function inspectedAt(port: number): Readonly<Record<string, string>> {
  return { NODE_OPTIONS: `--inspect-port=127.0.0.1:${port}` }
}

/**
 * The memory that the objects of a service take once the collector has run, in MiB. Resident memory also has what the
 * collector did not give back, which varies more than what is measured.
 */
export async function usedMib({ pid, inspectorPort }: Inspected): Promise<number> {
  process.kill(pid, 'SIGUSR1')
  const inspector = new WebSocket(await inspectorAddress(inspectorPort))
  await new Promise((resolve) => inspector.addEventListener('open', resolve, { once: true }))
  try {
    for (let round = 0; round < COLLECTIONS; round += 1) await ask(inspector, 'HeapProfiler.collectGarbage')
    const expression = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())'
    const { result } = await ask<{ result: { value: number } }>(inspector, 'Runtime.evaluate', { expression })
    return result.value / BYTES_PER_MIB
  } finally {
    inspector.close()
  }
}

async function inspectorAddress(port: number): Promise<string> {
  const until = performance.now() + OPEN_MS_MAX
  for (;;) {
    try {
      const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
        webSocketDebuggerUrl: string
      }[]
      if (targets[0] !== undefined) return targets[0].webSocketDebuggerUrl
    } catch (error) {
      if (performance.now() > until) throw error
      await sleep(50)
    }
  }
}

async function ask<Answer>(inspector: WebSocket, method: string, params = {}): Promise<Answer> {
  inspector.send(JSON.stringify({ id: 1, method, params }))
  return new Promise((resolve) => {
    const hear = ({ data }: MessageEvent): void => {
      const { id, result } = JSON.parse(String(data)) as { readonly id?: number; readonly result: Answer }
      if (id === undefined) return
      inspector.removeEventListener('message', hear)
      resolve(result)
    }
    inspector.addEventListener('message', hear)
  })
}
