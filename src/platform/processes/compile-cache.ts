import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { compiledCodeUrl } from './program-files.ts'

/** Keeps compiled code on the disk, so that the next start need not compile it again. Node does without where it cannot write. */
export function keepCompiledCode(): void {
  enableCompileCache(fileURLToPath(compiledCodeUrl()))
}

/** The same for a child process, from its first module on. */
export function compileCacheEnvironment(): { readonly NODE_COMPILE_CACHE: string } {
  return { NODE_COMPILE_CACHE: fileURLToPath(compiledCodeUrl()) }
}
