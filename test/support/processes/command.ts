import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'
import { bundled, gather, SEARCH_PATH, spawnQuittance } from './service-process.ts'

export type CommandRequest = {
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

export type CommandResult = {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

const HOST = fileURLToPath(new URL('command-host.ts', import.meta.url))

let host: ChildProcess | undefined
let isBusy = false

afterAll(async () => {
  const ended = host
  host = undefined
  if (ended === undefined || ended.exitCode !== null) return
  const closed = once(ended, 'close')
  ended.kill('SIGKILL')
  await closed
})

/** Runs one command to its end, in a process that the commands of a test file share: loading the program takes longer than most. */
export async function quittance(
  args: readonly string[],
  environment: CommandRequest['environment'],
  input?: string | Buffer,
): Promise<CommandResult> {
  if (isBusy || input !== undefined || args[0] === 'serve') return quittanceProcess(args, environment, input)
  host ??= fork(HOST, [bundled('program.mjs')], {
    execPath: process.execPath,
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  isBusy = true
  const listening = new AbortController()
  host.once('close', () => listening.abort(new Error(`quittance ${args.join(' ')} ended its process.`)))
  try {
    const request: CommandRequest = { args, environment: { PATH: SEARCH_PATH, ...environment } }
    host.send(request)
    const [result] = await once(host, 'message', { signal: listening.signal })
    return result
  } finally {
    host.removeAllListeners('close')
    isBusy = false
  }
}

/** Runs one command in a process of its own; `input` is what it reads from standard input. */
export async function quittanceProcess(
  args: readonly string[],
  environment: CommandRequest['environment'],
  input?: string | Buffer,
): Promise<CommandResult> {
  const child = spawnQuittance(args, environment, {
    input: input === undefined ? 'ignore' : 'pipe',
  })
  child.stdin?.end(input)
  const [out, err] = [gather(child.stdout), gather(child.stderr)]
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, out: out(), err: err() }
}
