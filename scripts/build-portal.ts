import { createHash } from 'node:crypto'
import { existsSync, globSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import { build, type Rolldown } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const PORTAL = join(root, 'web', 'portal')
const BUILT = join(PORTAL, 'dist')
/** The sources that were built: the portal reads pure code of src/ as well, of which only the build knows the files. */
const RECORD = 'built.json'
const OWN_SOURCES = ['web/portal/**/*.{ts,tsx,css}', 'web/ui/*.css']
const OTHER_SOURCES = ['package-lock.json', 'scripts/build-portal.ts']
/** A file that fits into one packet is not worth it. */
const BYTES_MIN = 1_024
const LEVELS = { br: 11, zstd: 19, gzip: 9 }

type Record = { readonly hash: string; readonly imported: readonly string[] }

/** Builds the portal unless it was built from the sources as they are. Returns whether it built. */
export async function ensurePortal(): Promise<boolean> {
  const record = readRecord()
  if (record !== undefined && hashOf(record.imported) === record.hash) return false
  const draft = `${BUILT}-${process.pid}`
  try {
    const imported = await buildInto(draft)
    await compressAssets(join(draft, 'assets'))
    writeFileSync(join(draft, RECORD), JSON.stringify({ hash: hashOf(imported), imported }))
    publish(draft)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return true
}

function readRecord(): Record | undefined {
  const file = join(BUILT, RECORD)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

function hashOf(imported: readonly string[]): string {
  const own = globSync(OWN_SOURCES, { cwd: root, exclude: ['web/portal/dist*/**', 'web/portal/**/*.test.ts'] })
  const files = [...new Set([...own, ...imported, ...OTHER_SOURCES])].filter((file) => existsSync(join(root, file)))
  const hash = createHash('sha256')
  for (const file of files.sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

/** Returns the files of src/ that are part of it. */
async function buildInto(outDir: string): Promise<readonly string[]> {
  const { env } = process
  const { NODE_ENV } = env
  // Tests set it to another value, with which the libraries would be those for development.
  env['NODE_ENV'] = 'production'
  const result = await build({
    configFile: join(PORTAL, 'vite.config.ts'),
    mode: 'production',
    logLevel: 'warn',
    build: { outDir },
  })
  env['NODE_ENV'] = NODE_ENV
  const { output } = result as Rolldown.RolldownOutput
  const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
  return [...new Set(modules.map((id) => relative(root, id)))].filter((file) => file.startsWith('src/')).sort()
}

async function compressAssets(folder: string): Promise<void> {
  const files = readdirSync(folder).filter((file) => /\.(js|css|svg)$/.test(file))
  await Promise.all(
    files.map(async (file) => {
      const path = join(folder, file)
      const body = readFileSync(path)
      if (body.length < BYTES_MIN) return
      writeFileSync(`${path}.gz`, await promisify(gzip)(body, { level: LEVELS.gzip }))
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: LEVELS.br } }
      writeFileSync(`${path}.br`, await promisify(brotliCompress)(body, quality))
      const level = { params: { [constants.ZSTD_c_compressionLevel]: LEVELS.zstd } }
      writeFileSync(`${path}.zst`, await promisify(zstdCompress)(body, level))
    }),
  )
}

/** Another process may have built the same. */
function publish(draft: string): void {
  const former = `${draft}-former`
  if (existsSync(BUILT)) renameSync(BUILT, former)
  renameSync(draft, BUILT)
  rmSync(former, { recursive: true, force: true })
}
