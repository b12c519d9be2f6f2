import { keepCompiledCode } from '../platform/compile-cache.ts'

// Before anything else is loaded.
keepCompiledCode()
await import('./program.ts')
