import { isBundled, keepCompiledCode } from '../platform/processes/program-files.ts'
import { resolveRelativeImports } from '../platform/processes/relative-imports.ts'

// Before anything else is loaded.
keepCompiledCode()
// A bundle has few imports, for which it would not pay.
if (!isBundled) resolveRelativeImports()
const { runProgram } = await import('./program.ts')
await runProgram()
