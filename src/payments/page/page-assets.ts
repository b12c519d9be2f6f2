import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { StaticResponse } from '../../platform/http/server/static-response.ts'
import type { PageAssets } from './page-model.ts'

const WEB = new URL('../../../web/', import.meta.url)

export type ServedAssets = PageAssets & {
  /** By the last part of their path. */
  readonly files: ReadonlyMap<string, StaticResponse>
}

/** Style and script of the payment page. Their names contain a hash, so browsers keep them for good. */
export async function loadPageAssets(folder: string): Promise<ServedAssets> {
  const styles = await Promise.all(['ui/tokens.css', 'ui/form.css', 'pay/pay.css'].map(readWebFile))
  const script = await readWebFile('pay/pay.js')
  const style = styles.join('')
  const names = { style: `pay-${hashOf(style)}.css`, script: `pay-${hashOf(script)}.js` }
  return {
    style: `${folder}/${names.style}`,
    script: `${folder}/${names.script}`,
    files: new Map([
      [names.style, served(style, 'text/css; charset=utf-8')],
      [names.script, served(script, 'text/javascript; charset=utf-8')],
    ]),
  }
}

async function readWebFile(name: string): Promise<string> {
  return readFile(new URL(name, WEB), 'utf8')
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16)
}

function served(body: string, type: string): StaticResponse {
  return new StaticResponse(body, { 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' })
}
