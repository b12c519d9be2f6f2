import { type Html, html } from '../../kernel/markup/html.ts'
import { selfContainedPage } from '../../kernel/markup/html-page.ts'
import { onFirstUse } from '../../platform/http/errors/on-first-use.ts'
import type { StaticResponse } from '../../platform/http/pages/static-response.ts'
import { type Look, lookOf } from './look.ts'
import { firstFilesOf } from './manifest.ts'
import { loadAssets, readManifest } from './portal-files.ts'
import { shellPage } from './shell-page.ts'

type Config = {
  readonly baseUrl: string
  readonly version: string
  readonly hasDocs?: boolean
  /** Whether this is a restored copy that nobody has activated. */
  readonly isCopy?: () => boolean
}

/** The built portal, as one service delivers it. */
export type PortalPages = {
  /** The page that loads the portal; undefined if the portal was not built. */
  readonly shell: (headers: Parameters<typeof lookOf>[0]) => string | undefined
  readonly assets: () => Promise<ReadonlyMap<string, StaticResponse>>
}

export function openPortalPages(
  { baseUrl, version, hasDocs = false, isCopy = () => false }: Config,
  folder?: URL,
): PortalPages {
  const manifest = readManifest(folder)
  const root = new URL(baseUrl).pathname.replace(/\/$/, '')
  const made = new Map<string, string>()
  const shell = (look: Look): string | undefined => {
    const files = manifest && firstFilesOf(manifest, look.language)
    return files && shellPage({ look, files, root, version, hasDocs, isCopy: isCopy() }).text
  }
  return {
    shell: (headers) => {
      const look = lookOf(headers)
      const key = [...Object.values(look), isCopy()].join(' ')
      const text = made.get(key) ?? shell(look)
      if (text !== undefined) made.set(key, text)
      return text
    },
    assets: onFirstUse(async () => (manifest === undefined ? new Map<string, StaticResponse>() : loadAssets(folder))),
  }
}

/** For operators, who installed without the packages that build the portal. */
export function notBuiltPage(nonce: string): Html {
  return selfContainedPage({
    language: 'en',
    title: 'The portal is not built · Quittance',
    nonce,
    body: html`<main>
<h1>The portal is not built</h1>
<p>The API works. The portal was not built, because the development packages were not installed. This command in the folder of Quittance installs them and builds it; then restart the service:</p>
<p><code>npm install --include=dev</code></p>
</main>`,
  })
}
