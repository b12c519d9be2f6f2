import { constants, setPriority } from 'node:os'
import { BOUNDS, type DuckDbSettings, type MessageFromEngine, type MessageToEngine } from '../process-settings.ts'
import { EngineServer } from './engine-server.ts'
import { FileStatus } from './file-status.ts'
import { Maintenance } from './maintenance.ts'
import { RecordFile } from './record-file.ts'

// The entry of the child process: the record file and the server through which it is used. Its parent talks to it over
// the message channel, and it never outlives the parent.

let server: EngineServer | undefined
let file: RecordFile | undefined
let maintenance: Maintenance | undefined
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

async function start(settings: DuckDbSettings): Promise<void> {
  try {
    // Only the owner may read the files that DuckDB writes.
    process.umask(0o077)
    // Before the engine makes its threads, which inherit it: a report must not take the machine from the API.
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
    file = await RecordFile.open(settings, giveUp)
    maintenance = new Maintenance(file, settings, complain)
    server = new EngineServer({ file, maintenance, status: new FileStatus(file) }, settings)
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
  // The last resort, should anything below hang. Acknowledged rows are on the disk already.
  setTimeout(killSelf, BOUNDS.shutdownMaxMs)
  const isQuiet = server === undefined || (await server.stop())
  if (!isQuiet) killSelf()
  await maintenance?.stop()
  await file?.close().catch(complain)
  process.exit(0)
}

/** After some failures DuckDB no longer responds; the supervisor of this process restarts it. */
function giveUp(error: unknown): void {
  complain(error)
  // Running requests may still report the reason to their clients.
  setTimeout(killSelf, 100)
}

function killSelf(): void {
  process.kill(process.pid, 'SIGKILL')
}

function complain(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
}

function send(message: MessageFromEngine): void {
  if (process.connected) process.send?.(message)
}

function startFailure(error: unknown, settings: DuckDbSettings): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const text = error instanceof Error ? error.message : String(error)
  if (code === 'EADDRINUSE') return `port ${settings.port} on 127.0.0.1 is in use`
  if (code === 'EACCES' || code === 'EPERM') return `permission is missing: ${text}`
  if (code === 'ENOSPC') return `the disk is full: ${text}`
  return text
}
