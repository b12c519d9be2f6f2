import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const OUTPUT_BYTES_MAX = 32 * 1024 * 1024

type LockedPackage = {
  readonly name?: string
  readonly version?: string
  readonly license?: string
  readonly integrity?: string
  readonly dev?: boolean
}
type Lock = { readonly packages: Readonly<Record<string, LockedPackage>> }

type Component = {
  readonly name: string
  readonly version: string
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[]
  readonly licenses?: readonly object[]
}
export type Sbom = {
  readonly specVersion: string
  readonly metadata: { readonly component: { readonly name: string } }
  readonly components: readonly Component[]
}

/** These packages come with the text of their licence, but do not name it in their package.json. */
const LICENSES: Readonly<Record<string, string>> = { 'png-js': 'MIT' }

/**
 * The software bill of materials of the production packages, in CycloneDX. npm itself writes it, from the lock file alone,
 * so that it has the packages of every platform. With `--omit dev` npm leaves out packages that the product shares with
 * development tools, so it gets a lock file that has only the product's.
 */
export async function makeSbom(): Promise<Sbom> {
  const parent = await mkdtemp(join(tmpdir(), 'quittance-sbom-'))
  try {
    // npm names the product after the folder.
    const folder = join(parent, 'quittance')
    await mkdir(folder)
    await writeFile(join(folder, 'package.json'), JSON.stringify(withoutTools(await readJson('package.json'))))
    await writeFile(join(folder, 'package-lock.json'), JSON.stringify(productionLock(await readLock())))
    const { stdout } = await promisify(execFile)(
      'npm',
      ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'],
      { cwd: folder, maxBuffer: OUTPUT_BYTES_MAX },
    )
    return completed(JSON.parse(stdout))
  } finally {
    await rm(parent, { recursive: true, force: true })
  }
}

/** Packages of the lock file that the product uses, as npm installs them with `--omit=dev` on any platform. */
export function productionPackages({ packages }: Lock): readonly (LockedPackage & { readonly name: string })[] {
  return Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && dev !== true)
    .map(([path, locked]) => ({ ...locked, name: locked.name ?? path.replace(/^.*node_modules\//, '') }))
}

export async function readLock(): Promise<Lock> {
  return (await readJson('package-lock.json')) as Lock
}

async function readJson(file: string): Promise<object> {
  return JSON.parse(await readFile(join(ROOT, file), 'utf8'))
}

function withoutTools(manifest: object): object {
  return { ...manifest, devDependencies: undefined, scripts: undefined }
}

function productionLock(lock: Lock): object {
  const packages = Object.entries(lock.packages)
    .filter(([, { dev }]) => dev !== true)
    .map(([path, locked]) => [path, path === '' ? withoutTools(locked) : locked])
  return { ...lock, packages: Object.fromEntries(packages) }
}

/** The same lock file gives the same bill: without its time and random number, and with the licences that are missing. */
function completed({ serialNumber: _, ...sbom }: Sbom & { readonly serialNumber?: string }): Sbom {
  const components = sbom.components.map((component) => {
    const id = LICENSES[component.name]
    return component.licenses !== undefined || id === undefined
      ? component
      : { ...component, licenses: [{ license: { id } }] }
  })
  return { ...sbom, metadata: { ...sbom.metadata, timestamp: undefined } as Sbom['metadata'], components }
}
