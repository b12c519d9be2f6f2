import { keepCompiledCode } from '../platform/processes/compile-cache.ts'
import { resolveOwnModules } from '../platform/processes/own-modules.ts'

// Before anything else is loaded.
keepCompiledCode()
resolveOwnModules()
await import('./program.ts')
