#!/usr/bin/env node
// Runs on any Node from 20 on and hands over to the Node 26 that npm installed.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { env } from 'node:process'
import { findProgram } from './find-program.mjs'

function pinnedNode() {
  try {
    const manifest = createRequire(import.meta.url).resolve('node/package.json')
    const binary = join(dirname(manifest), 'bin', 'node')
    return existsSync(binary) ? binary : undefined
  } catch {
    return undefined
  }
}

function refuse(sentence) {
  process.stderr.write(`quittance: ${sentence}\n`)
  process.exit(1)
}

const node = pinnedNode()
if (node === undefined) {
  refuse(
    'the pinned Node 26 is missing because install scripts were switched off; run "npm rebuild --ignore-scripts=false".',
  )
}
const { program, compiledCode } = findProgram()
if (program === undefined) {
  refuse('this package was packed without its bundle, and Node does not run TypeScript below node_modules.')
}

// The channel lets the service notice when this launcher ends, even if it was killed.
const child = spawn(node, [program, ...process.argv.slice(2)], {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  // From the first module on: the program keeps compiled code by itself, but only of what it loads later.
  env: { NODE_COMPILE_CACHE: compiledCode, ...env },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => child.kill(signal))
}
child.on('exit', (code, signal) => {
  process.exit(code ?? 128 + (constants.signals[signal ?? 'SIGTERM'] ?? 15))
})
