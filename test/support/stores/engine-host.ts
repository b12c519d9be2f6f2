import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { BOUNDS, type DuckDbSettings } from '../../../src/platform/duckdb/process-settings.ts'
import { exitOf } from '../../../src/platform/processes/child-process.ts'
import { compileCacheEnvironment } from '../../../src/platform/processes/program-files.ts'
import type { HostRequest, HostResponse } from './engine-host-process.ts'

type Host = {
  readonly child: ChildProcess
  readonly waiting: Map<number, PromiseWithResolvers<HostResponse>>
}

const PROGRAM = fileURLToPath(new URL('engine-host-process.ts', import.meta.url))

/** Shared by the files of a worker: starting a process for each would take a third of a second of processor time. */
let host: Host | undefined
let opened = 0

/** Opens an engine on a folder of its own, in a process that the test files of this worker share. */
export async function openHostedEngine(
  settings: DuckDbSettings,
): Promise<{ readonly port: number; readonly close: () => Promise<void> }> {
  opened += 1
  const id = opened
  const { port } = await request({ type: 'open', id, settings })
  if (port === undefined) throw new Error('The engine has no port.')
  return { port, close: async () => void (await request({ type: 'close', id })) }
}

async function request(sent: HostRequest): Promise<HostResponse> {
  host ??= startHost()
  const { child, waiting } = host
  const response = Promise.withResolvers<HostResponse>()
  waiting.set(sent.id, response)
  child.send(sent)
  const received = await response.promise
  if (received.failure !== undefined) throw new Error(received.failure)
  return received
}

function startHost(): Host {
  const child = fork(PROGRAM, [], {
    execArgv: [],
    env: { UV_THREADPOOL_SIZE: String(BOUNDS.threads), TZ: 'UTC', ...compileCacheEnvironment() },
  })
  const started: Host = { child, waiting: new Map() }
  child.on('message', (received: HostResponse) => {
    started.waiting.get(received.id)?.resolve(received)
    started.waiting.delete(received.id)
  })
  void exitOf(child).then(() => {
    if (host === started) host = undefined
    for (const { reject } of started.waiting.values()) reject(new Error('The process of the engines ended.'))
  })
  // It ends with this worker, and must not keep it.
  child.unref()
  child.channel?.unref()
  return started
}
