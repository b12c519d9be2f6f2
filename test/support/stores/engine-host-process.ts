// One child process for all record engines of a test worker, made of the parts of the product's engine child.
import { constants, setPriority } from 'node:os'
import { EngineServer } from '../../../src/platform/duckdb/process/engine-server.ts'
import { FileStatus } from '../../../src/platform/duckdb/process/file-status.ts'
import { Maintenance } from '../../../src/platform/duckdb/process/maintenance.ts'
import { RecordFile } from '../../../src/platform/duckdb/process/record-file.ts'
import type { DuckDbSettings } from '../../../src/platform/duckdb/process-settings.ts'

export type HostRequest =
  | { readonly type: 'open'; readonly id: number; readonly settings: DuckDbSettings }
  | { readonly type: 'close'; readonly id: number }
export type HostResponse = { readonly id: number; readonly port?: number; readonly failure?: string }

const engines = new Map<number, () => Promise<void>>()

process.umask(0o077)
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
// The worker has ended.
process.on('disconnect', () => process.exit(0))
process.on('message', (request: HostRequest) => {
  const { id } = request
  const done = request.type === 'open' ? open(id, request.settings) : close(id)
  done.then(
    (port) => process.send?.({ id, ...(port === undefined ? {} : { port }) } satisfies HostResponse),
    (error: unknown) => process.send?.({ id, failure: String(error) } satisfies HostResponse),
  )
})

async function open(id: number, settings: DuckDbSettings): Promise<number> {
  const complain = (error: unknown): void => void process.stderr.write(`${String(error)}\n`)
  const file = await RecordFile.open(settings, (error) => {
    complain(error)
    process.exit(1)
  })
  const maintenance = new Maintenance(file, settings, complain)
  const server = new EngineServer({ file, maintenance, status: new FileStatus(file) }, settings)
  engines.set(id, async () => {
    if (!(await server.stop())) throw new Error('Orders were still running when the engine was stopped.')
    await maintenance.stop()
    await file.close()
  })
  return server.listen()
}

async function close(id: number): Promise<undefined> {
  const stop = engines.get(id)
  engines.delete(id)
  await stop?.()
}
