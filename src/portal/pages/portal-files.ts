import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { type EncodedBodies, StaticResponse } from '../../platform/http/pages/static-response.ts'
import { packageUrl } from '../../platform/processes/program-files.ts'
import type { Manifest } from './manifest.ts'

const BUILT = packageUrl('web/portal/dist/')
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}
/** Files beside the asset, made by scripts/build-portal.ts. The smallest first: their time was spent at the build. */
const ENDINGS = { br: '.br', zstd: '.zst', gzip: '.gz' } as const
/** Their names contain a hash. */
const FOR_GOOD = 'public, max-age=31536000, immutable'

/** The manifest of the built portal; undefined if it was not built. */
export function readManifest(folder = BUILT): Manifest | undefined {
  try {
    return JSON.parse(readFileSync(new URL('manifest.json', folder), 'utf8')) as Manifest
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * All assets, by their names. They are kept in memory, about three megabytes, so that a service whose package is replaced
 * still delivers the files of the pages that it sends.
 */
export async function loadAssets(folder = BUILT): Promise<ReadonlyMap<string, StaticResponse>> {
  const assets = new URL('assets/', folder)
  const files = await readdir(assets)
  const originals = files.filter((file) => TYPES[extname(file)] !== undefined)
  const loaded = originals.map(async (file) => {
    const headers = { 'content-type': TYPES[extname(file)] ?? '', 'cache-control': FOR_GOOD }
    const encoded = Object.entries(ENDINGS).map(async ([encoding, ending]) =>
      files.includes(file + ending) ? [[encoding, await readFile(new URL(file + ending, assets))] as const] : [],
    )
    const bodies = new Map((await Promise.all(encoded)).flat()) as EncodedBodies
    return [file, new StaticResponse(await readFile(new URL(file, assets)), headers, bodies)] as const
  })
  return new Map(await Promise.all(loaded))
}
