// pure
import { Html, html } from '../../../kernel/markup/html.ts'
import { htmlPage } from '../../../kernel/markup/html-page.ts'
import type { PageModel } from '../page-model.ts'
import { type TabState, tabIconFile } from '../tab-icon.ts'
import { brandStyle } from './brand-style.ts'
import { invoiceName } from './invoice/summary.ts'
import { banner, sellerFooter, sellerHeader } from './seller-frame.ts'

/** How the tab says the state of the invoice; it is empty while the invoice can be paid. */
export type Tab = {
  readonly state?: string | undefined
  /** The mark of its icon. */
  readonly iconState?: TabState | undefined
}

type Head = Tab & {
  /** Loads the page again by itself, or leads to another one. */
  readonly refresh?: { readonly seconds: number; readonly url: string }
  readonly nonce: string
}

type Content = {
  readonly body: Html
  readonly isTwoColumns?: boolean | undefined
  /** Whether the content lists the cards of a test environment. */
  readonly hasTestCards?: boolean | undefined
}

/** A page of a link: banner, the merchant's header, the content, and who is asking. */
export function document(
  model: PageModel,
  { state, iconState, refresh, nonce, body, isTwoColumns = false, hasTestCards = false }: Head & Content,
): Html {
  const { language, words, view, assets } = model
  const { name } = view.seller
  const { style, themeColor, icon } = brandStyle(view.header)
  return htmlPage({
    language,
    title: state === undefined ? words.title({ seller: name }) : `${state} · ${name}`,
    head: html`${refresh && html`<meta http-equiv="refresh" content="${refresh.seconds};url=${refresh.url}">`}
<meta property="og:title" content="${[invoiceName(model), name].filter((part) => part !== undefined).join(' · ')}">
${themeColor}
<link rel="icon" type="image/svg+xml" href="${assets.pages}/assets/${tabIconFile({ name, ...icon, state: iconState })}">
<link rel="stylesheet" href="${assets.style}">
<style nonce="${nonce}">${style}</style>
${assets.script && html`<script src="${assets.script}" defer></script>`}`,
    body: html`<header>
${banner(model, hasTestCards)}
${sellerHeader(model)}
</header>
<main${isTwoColumns && new Html(' class="two"')}>
${body}
</main>
${sellerFooter(model)}`,
  })
}
