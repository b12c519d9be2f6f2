import { existsSync, globSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { BUNDLE_PREFIX, BUNDLES, bundleFolder } from '../bin/find-program.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
/** The command line, which is also the service, and all that it starts as a process or a thread. */
const ENTRIES = ['src/main/quittance.ts', 'src/main/program.ts', 'src/**/*-process.ts', 'src/**/*-thread.ts']
/**
 * Packages that every start loads, with what they depend on: hundreds of files, which take longer to load than all of our
 * code. Other packages stay outside, because they read files of their own, load native code, or are loaded when they are
 * first needed.
 */
const BUNDLED_PACKAGES = [
  ...['@duckdb/node-api', '@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler', '@fastify/swagger'],
  ...['commander', 'fastify', 'graphile-worker', 'kysely', 'pg', 'pino', 'prom-client'],
  ...['rate-limiter-flexible', 'typebox'],
]
/** Named by bundled packages: native code, and packages for unused features, one of them not even installed. */
const OUTSIDE = ['@duckdb/node-bindings', 'pg-native', 'typescript']
/** The former one may still be in use: a running service starts threads and processes from it. */
const BUNDLES_KEPT = 2
const ATTEMPTS_MAX = 3

/** The bundle of the sources as they are, which is made unless it exists. */
export async function ensureBundle({ kept = BUNDLES_KEPT }: { readonly kept?: number } = {}): Promise<string> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const folder = bundleFolder()
    const draft = join(BUNDLES, `new-${process.pid}`)
    if (!existsSync(folder)) await writeBundle(draft)
    // A source that was changed in the meantime may be in the bundle or not.
    if (bundleFolder() === folder) {
      publish(draft, folder)
      removeFormer(folder, kept)
      return folder
    }
    rmSync(draft, { recursive: true, force: true })
  }
  throw new Error('The sources change faster than they can be bundled.')
}

async function writeBundle(dir: string): Promise<void> {
  mkdirSync(BUNDLES, { recursive: true })
  const files = globSync(ENTRIES, { cwd: root })
  await using bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries(files.map((file) => [basename(file, '.ts'), file])),
    platform: 'node',
    external: (id, importer = '') => isPackage(id) && !isBundled(id, importer),
    transform: { target: 'esnext' },
    tsconfig: false,
  })
  await bundle.write({
    dir,
    format: 'esm',
    // For a file that ends with .js Node looks for a package.json.
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    // Names of classes and functions appear in the log.
    keepNames: true,
  })
}

const isPackage = (id: string): boolean => /^[\w@]/.test(id)

const isOneOf = (names: readonly string[], id: string): boolean =>
  names.some((name) => id === name || id.startsWith(`${name}/`))

function isBundled(id: string, importer: string): boolean {
  if (isBuiltin(id) || isOneOf(OUTSIDE, id)) return false
  return isOneOf([...BUNDLED_PACKAGES, '@oxc-project/runtime'], id) || importer.includes('/node_modules/')
}

/** Another process may have made the same one. */
function publish(draft: string, folder: string): void {
  try {
    if (existsSync(draft) && !existsSync(folder)) renameSync(draft, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

function removeFormer(current: string, kept: number): void {
  const madeAt = (folder: string): number => statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const others = readdirSync(BUNDLES)
    .filter((name) => name.startsWith(BUNDLE_PREFIX))
    .map((name) => join(BUNDLES, name))
    .filter((folder) => folder !== current)
    .sort((one, other) => madeAt(other) - madeAt(one))
  for (const folder of others.slice(kept - 1)) rmSync(folder, { recursive: true, force: true })
}
