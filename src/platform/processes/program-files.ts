import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

/** The bundle holds all modules in one folder, two below the package's root. In the sources this module is three below it. */
export const isBundled = !import.meta.url.endsWith('.ts')
const ROOT = new URL(isBundled ? '../../' : '../../../', import.meta.url)

let bundle = isBundled ? new URL('./', import.meta.url) : undefined

/** For programs that run from the sources, as tests do, and start the bundle's entry points. */
export function startEntriesOf(folder: URL): void {
  bundle = folder
}

/** A file or folder of this package, such as its migrations. */
export function packageUrl(path: string): URL {
  return new URL(path, ROOT)
}

/** The file to start as a process or thread, given the source file, whose name ends with `-process.ts` or `-thread.ts`. */
export function entryUrl(source: URL): URL {
  if (bundle === undefined) return source
  const name = source.pathname.slice(source.pathname.lastIndexOf('/') + 1)
  return new URL(name.replace(/\.ts$/, '.mjs'), bundle)
}

/** Compiled code is kept beside its sources, and is removed with them. */
function compiledCodeUrl(): URL {
  return bundle === undefined ? packageUrl('node_modules/.cache/quittance') : new URL('cache', bundle)
}

/** Keeps compiled code on the disk, so that the next start need not compile it again. Node does without where it cannot write. */
export function keepCompiledCode(): void {
  enableCompileCache(fileURLToPath(compiledCodeUrl()))
}

/** The same for a child process, from its first module on. */
export function compileCacheEnvironment(): { readonly NODE_COMPILE_CACHE: string } {
  return { NODE_COMPILE_CACHE: fileURLToPath(compiledCodeUrl()) }
}
