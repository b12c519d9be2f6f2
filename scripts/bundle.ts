import { existsSync, globSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { BUNDLE_PREFIX, BUNDLES, bundleFolder } from '../bin/find-program.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
/** The command line, which is also the service, and all that it starts as a process or a thread. */
const ENTRIES = ['src/main/quittance.ts', 'src/main/program.ts', 'src/**/*-process.ts', 'src/**/*-thread.ts']
/**
 * ES modules in hundreds of files, which take longer to load than all of our code. Other packages stay outside: many
 * read files of their own or load native code.
 */
const BUNDLED_PACKAGES = ['kysely', 'typebox']
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
    external: (id) => /^[\w@]/.test(id) && !isBundled(id),
    transform: { target: 'esnext' },
    tsconfig: false,
  })
  // Names of classes and functions appear in the log.
  await bundle.write({ dir, format: 'esm', keepNames: true })
}

const isBundled = (id: string): boolean =>
  BUNDLED_PACKAGES.some((name) => id === name || id.startsWith(`${name}/`)) || id.startsWith('@oxc-project/runtime/')

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
  const madeAt = (folder: string): number => statSync(join(folder, 'quittance.js')).mtimeMs
  const others = readdirSync(BUNDLES)
    .filter((name) => name.startsWith(BUNDLE_PREFIX))
    .map((name) => join(BUNDLES, name))
    .filter((folder) => folder !== current)
    .sort((one, other) => madeAt(other) - madeAt(one))
  for (const folder of others.slice(kept - 1)) rmSync(folder, { recursive: true, force: true })
}
