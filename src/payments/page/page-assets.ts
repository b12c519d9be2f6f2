import { kitStyles } from '../../platform/http/pages/kit.ts'
import type { StaticResponse } from '../../platform/http/pages/static-response.ts'
import { loadWebFile } from '../../platform/http/pages/web-file.ts'
import type { PageAssets } from './page-model.ts'

export type ServedAssets = PageAssets & {
  readonly script: string
  /** By the last part of their path. */
  readonly files: ReadonlyMap<string, StaticResponse>
}

/** Print comes last: it overrides the others. */
const STYLES = ['pay', 'summary', 'form', 'states', 'print'].map((name) => `pay/${name}.css`)

/** `pay.js` calls the functions of the files before it. */
const SCRIPTS = [
  ...['card-number', 'fields', 'amount', 'address', 'work', 'sending', 'test-cards', 'pay', 'around-form'],
].map((name) => `pay/${name}.js`)

/** Style and script of the payment page. */
export async function loadPageAssets(pages: string): Promise<ServedAssets> {
  const kit = kitStyles(['button', 'field', 'choice', 'notice', 'banner', 'badge', 'rows'])
  const style = await loadWebFile('pay', 'css', [...kit, ...STYLES])
  const script = await loadWebFile('pay', 'js', SCRIPTS)
  return {
    pages,
    style: `${pages}/assets/${style.name}`,
    script: `${pages}/assets/${script.name}`,
    files: new Map([style, script].map(({ name, response }) => [name, response])),
  }
}
