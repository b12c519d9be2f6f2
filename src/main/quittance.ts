import { keepCompiledCode } from '../platform/processes/compile-cache.ts'
import { resolveRelativeImports } from '../platform/processes/relative-imports.ts'

// Before anything else is loaded.
keepCompiledCode()
resolveRelativeImports()
const { runProgram } = await import('./program.ts')
await runProgram()
