// A node in a process of its own, to be killed. Argument: the address of its database.
import { setTimeout as sleep } from 'node:timers/promises'
import { startIdempotentNode } from './idempotent-node.ts'

const [, , databaseUrl = ''] = process.argv

/** `kill <moment>` ends the process there; a number is a pause in milliseconds at every moment. */
async function at(moment: string, pause: string): Promise<void> {
  if (pause === `kill ${moment}`) process.kill(process.pid, 'SIGKILL')
  if (/^\d+$/.test(pause)) await sleep(Number(pause))
}

const { url } = await startIdempotentNode({ databaseUrl, at })
process.stdout.write(`${url}\n`)
// A test that dies without a word closes its end of this pipe.
process.stdin.on('close', () => process.exit(1)).resume()
