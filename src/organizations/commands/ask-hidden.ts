import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

type Terminal = { readonly input: NodeJS.ReadableStream; readonly output: NodeJS.WritableStream }

const TERMINAL: Terminal = { input: process.stdin, output: process.stderr }

/** Asks a person at a terminal for a secret, which is not shown while it is typed. */
export async function askHidden(question: string, { input, output }: Terminal = TERMINAL): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input, output: nowhere, terminal: true })
  try {
    output.write(question)
    return await lines.question('')
  } finally {
    output.write('\n')
    lines.close()
  }
}
