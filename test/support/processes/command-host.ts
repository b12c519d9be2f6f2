import type { CommandRequest, CommandResult } from './command.ts'

// Runs commands one after the other in one process, so that the bundled program is loaded once.
const [, , program = ''] = process.argv
const { runProgram } = (await import(program)) as typeof import('../../../src/main/program.ts')
// Each run adds a listener to the output streams, which a process of its own would do once.
process.stdout.setMaxListeners(0)
process.stderr.setMaxListeners(0)

process.on('message', (request: CommandRequest) => {
  void run(request).then((result) => process.send?.(result))
})

async function run({ args, environment }: CommandRequest): Promise<CommandResult> {
  process.env = { ...environment }
  process.argv = [process.execPath, 'quittance', ...args]
  process.exitCode = undefined
  const [out, err] = [capture(process.stdout), capture(process.stderr)]
  try {
    await runProgram()
    return { code: Number(process.exitCode ?? 0), out: out.end(), err: err.end() }
  } catch (error) {
    const stack = error instanceof Error ? error.stack : String(error)
    return { code: 1, out: out.end(), err: `${err.end()}${stack}\n` }
  }
}

function capture(stream: NodeJS.WriteStream): { readonly end: () => string } {
  const write = stream.write
  let text = ''
  stream.write = (chunk: string | Uint8Array) => {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()
    return true
  }
  return {
    end: () => {
      stream.write = write
      return text
    },
  }
}
