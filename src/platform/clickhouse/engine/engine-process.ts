import { constants, setPriority } from 'node:os'
import { ChdbStore } from './chdb-store.ts'
import { EngineServer } from './engine-server.ts'
import {
  BOUNDS,
  type EngineSettings,
  type MessageFromEngine,
  type MessageToEngine,
} from './engine-settings.ts'

// The entry of the child process: the engine and its HTTP server. Its parent talks to it over the message channel, and it
// never outlives the parent.

let server: EngineServer | undefined
let store: ChdbStore | undefined
let isStopping = false

// A signal to the whole group (Ctrl+C) must not end the engine before the service has finished with it.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
process.on('SIGHUP', () => undefined)
process.on('disconnect', () => void stop())
process.on('message', (message: MessageToEngine) => {
  if (message.type === 'start') void start(message.settings)
  else void stop()
})

async function start(settings: EngineSettings): Promise<void> {
  try {
    // Before the engine makes its threads, which inherit it: a report must not take the machine from the API.
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
    store = await ChdbStore.open(settings)
    server = new EngineServer(store, settings)
    const port = await server.listen()
    send({ type: 'ready', port })
  } catch (error) {
    send({ type: 'failed', reason: startFailure(error, settings) })
    await stop()
  }
}

async function stop(): Promise<void> {
  if (isStopping) return
  isStopping = true
  // The last resort, should anything below hang.
  setTimeout(killSelf, BOUNDS.shutdownMaxMs)
  const isQuiet = server === undefined || (await server.stop())
  // Acknowledged rows are on the disk already; closing under a running query would hang.
  if (!isQuiet) killSelf()
  await store?.close()
  process.exit(0)
}

function killSelf(): void {
  process.kill(process.pid, 'SIGKILL')
}

function send(message: MessageFromEngine): void {
  if (process.connected) process.send?.(message)
}

function startFailure(error: unknown, settings: EngineSettings): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const text = error instanceof Error ? error.message : String(error)
  if (code === 'EADDRINUSE') return `port ${settings.port} on 127.0.0.1 is in use`
  if (code === 'EACCES' || code === 'EPERM') return `permission is missing: ${text}`
  if (code === 'ENOSPC') return `the disk is full: ${text}`
  return text
}
