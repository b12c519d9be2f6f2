import { keepCompiledCode } from '../platform/processes/compile-cache.ts'

// Before anything else is loaded.
keepCompiledCode()
await import('./program.ts')
