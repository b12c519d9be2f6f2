import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Beside the packages: it belongs to this installation and goes with it. Node does without where it cannot write. */
const FOLDER = fileURLToPath(new URL('../../../node_modules/.cache/quittance', import.meta.url))

/** Keeps compiled code on the disk, so that the next start need not compile it again. */
export function keepCompiledCode(): void {
  enableCompileCache(FOLDER)
}

/** The same for a child process, from its first module on. */
export const COMPILE_CACHE_ENVIRONMENT = { NODE_COMPILE_CACHE: FOLDER } as const
