// Decides what runs: the bundle of exactly these sources, otherwise the sources. Read by any Node from 20 on.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

export const BUNDLES = join(root, 'dist')
export const BUNDLE_PREFIX = 'service-'

/** The folder of the bundle that belongs to the sources as they are now. It may not exist. */
export function bundleFolder() {
  const sources = readdirSync(join(root, 'src'), { recursive: true })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => join('src', file))
    .sort()
  const hash = createHash('sha256')
  // The lock file has the exact versions of the bundler, and of the packages that the bundle contains.
  const others = ['package-lock.json', join('scripts', 'bundle.ts')].filter((file) => existsSync(join(root, file)))
  for (const file of [...others, ...sources]) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  }
  return join(BUNDLES, `${BUNDLE_PREFIX}${hash.digest('hex').slice(0, 16)}`)
}

/** The program to run, and the folder for its compiled code. There is no program where Node can run neither form. */
export function findProgram() {
  // Node does not run TypeScript there. Sources are not edited there either, and a package contains one bundle.
  const isInstalledPackage = /[/\\]node_modules[/\\]/.test(root)
  const bundle = isInstalledPackage ? packedBundle() : bundleFolder()
  if (existsSync(bundle)) return { program: join(bundle, 'quittance.mjs'), compiledCode: join(bundle, 'cache') }
  return {
    program: isInstalledPackage ? undefined : join(root, 'src', 'main', 'quittance.ts'),
    compiledCode: join(root, 'node_modules', '.cache', 'quittance'),
  }
}

function packedBundle() {
  const names = existsSync(BUNDLES) ? readdirSync(BUNDLES) : []
  return join(BUNDLES, names.find((name) => name.startsWith(BUNDLE_PREFIX)) ?? 'none')
}
