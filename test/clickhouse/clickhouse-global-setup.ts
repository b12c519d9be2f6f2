import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { readLines } from '../../src/platform/processes/child-process.ts'
import { clickhouseTest } from '../support/run/test-run.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the server, without a database. */
    readonly clickhouseUrl: string
  }
}

const PROGRAM = fileURLToPath(new URL('./chdb-server.ts', import.meta.url))
const THREADS = '16'

/** Starts chdb, unless a server is named. */
export async function setup(project: TestProject): Promise<() => void> {
  if (clickhouseTest.url !== undefined) {
    project.provide('clickhouseUrl', clickhouseTest.url.replace(/\/+$/, ''))
    return () => undefined
  }
  const child = spawn(process.execPath, [PROGRAM], {
    env: { UV_THREADPOOL_SIZE: THREADS, TZ: 'UTC' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const complaints: string[] = []
  readLines(child.stderr, (line) => complaints.push(line))
  const url = new Promise<string>((resolve) => readLines(child.stdout, resolve))
  const exited = once(child, 'exit').then(() => undefined)
  const found = await Promise.race([url, exited])
  if (found === undefined) throw new Error(`chdb did not start.\n${complaints.join('\n')}`)
  project.provide('clickhouseUrl', found)
  return () => void child.kill()
}
