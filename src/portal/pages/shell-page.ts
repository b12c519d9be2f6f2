// pure
import { type Html, html } from '../../kernel/markup/html.ts'
import { htmlPage } from '../../kernel/markup/html-page.ts'
import type { Look } from './look.ts'
import type { FirstFiles } from './manifest.ts'

/** The address of an asset below the base URL. */
export const ASSETS_PATH = '/portal/assets'

type Shell = {
  readonly look: Look
  readonly files: FirstFiles
  /** The path of the base URL without a slash at its end. */
  readonly root: string
  readonly version: string
  /** Whether the API reference is there. */
  readonly hasDocs: boolean
  /** Whether this is a restored copy that nobody has activated. */
  readonly isCopy: boolean
}

/** Nothing of a page comes from elsewhere. QR codes are images in the address itself. */
export const SHELL_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The page that loads the portal. It says what the script needs to know before it asks for anything. */
export function shellPage({ look, files, root, version, hasDocs, isCopy }: Shell): Html {
  const { language, theme, hasSession } = look
  const address = (file: string): string => `${root}${ASSETS_PATH}/${file.replace(/^assets\//, '')}`
  return htmlPage({
    language,
    attributes: {
      'data-theme': theme,
      'data-root': root,
      'data-version': version,
      'data-session': hasSession ? 'yes' : undefined,
      'data-docs': hasDocs ? 'yes' : undefined,
      'data-copy': isCopy ? 'yes' : undefined,
    },
    title: 'Quittance',
    head: html`${files.styles.map((file) => html`<link rel="stylesheet" href="${address(file)}">`)}
${files.preloads.map((file) => html`<link rel="modulepreload" href="${address(file)}">`)}
<script type="module" src="${address(files.script)}"></script>`,
    body: html`<div id="portal" class="portal"></div>
<noscript><p class="banner alert">Quittance needs JavaScript for its portal.</p></noscript>`,
  })
}
