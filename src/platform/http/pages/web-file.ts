import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { packageUrl } from '../../processes/program-files.ts'
import { withLightFallback } from './light-fallback.ts'
import { StaticResponse } from './static-response.ts'

const WEB = packageUrl('web/')
const TYPES = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' } as const

/** A style or script that pages load. Its name contains a hash, so browsers keep it for good. */
export type WebFile = { readonly name: string; readonly response: StaticResponse }

/** Joins files of the folder `web` to one. */
export async function loadWebFile(
  name: string,
  type: keyof typeof TYPES,
  sources: readonly string[],
): Promise<WebFile> {
  const texts = await Promise.all(sources.map((source) => readFile(new URL(source, WEB), 'utf8')))
  const body = type === 'css' ? withLightFallback(texts.join('')) : texts.join('')
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 16)
  const headers = { 'content-type': TYPES[type], 'cache-control': 'public, max-age=31536000, immutable' }
  return { name: `${name}-${hash}.${type}`, response: new StaticResponse(body, headers) }
}
