// Runs the program in this process, for npm scripts: they have the pinned Node. The launcher beside it starts a process.
import './require-pinned-node.mjs'
import { enableCompileCache } from 'node:module'
import { pathToFileURL } from 'node:url'
import { findProgram } from './find-program.mjs'

const { program, compiledCode } = findProgram()
enableCompileCache(compiledCode)
await import(pathToFileURL(program).href)
