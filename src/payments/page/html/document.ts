// pure
import { contrast, LINE_CONTRAST_MIN, readableOn } from '../../../invoicing/pure.ts'
import { Html, html } from '../../../kernel/html.ts'
import { LANGUAGES, type Language } from '../../../kernel/language.ts'
import type { PageModel } from '../page-model.ts'

const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  'de-DE': 'Deutsch',
  'en-US': 'English',
  'es-419': 'Español',
  'fr-FR': 'Français',
  'ja-JP': '日本語',
  'pt-BR': 'Português',
  'ru-RU': 'Русский',
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
}

type Content = {
  readonly title?: string
  readonly body: Html
  readonly isTwoColumns?: boolean
  /** Loads the page again by itself, or leads to another one. */
  readonly refresh?: { readonly seconds: number; readonly url: string }
  readonly nonce: string
}

/** A page of a link: banner, the merchant's header, the content, and who is asking. */
export function document(model: PageModel, { title, body, isTwoColumns = false, refresh, nonce }: Content): Html {
  const { language, words, view, assets } = model
  return html`${new Html('<!doctype html>')}
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
${refresh && html`<meta http-equiv="refresh" content="${refresh.seconds};url=${refresh.url}">`}
<title>${title ?? words.title({ seller: view.seller.name })}</title>
<link rel="stylesheet" href="${assets.style}">
<style nonce="${nonce}">${new Html(merchantStyle(view.header))}</style>
<script src="${assets.script}" defer></script>
</head>
<body>
<header>
${banner(model, isTwoColumns)}
${sellerHeader(model)}
</header>
<main${isTwoColumns && new Html(' class="two"')}>
${body}
</main>
${sellerFooter(model)}
</body>
</html>
`
}

const DEFAULT_ACCENT = '#1f2937'
const DARK_GROUND = '#111418'
const LIGHT_ACCENT = '#e5e7eb'
const WHITE = '#FFFFFF'

/** The merchant's colors. They were checked when they were set: # and hexadecimal digits, nothing else. */
function merchantStyle({ backgroundColor, fontColor }: PageModel['view']['header']): string {
  const headerText = readableOn(backgroundColor, fontColor)
  const accent = accentOn(WHITE, backgroundColor, fontColor) ?? DEFAULT_ACCENT
  const darkAccent = accentOn(DARK_GROUND, backgroundColor, fontColor) ?? LIGHT_ACCENT
  const isPlain = contrast(backgroundColor, WHITE) < 1.1
  return (
    `:root{--header-ground:${isPlain ? 'var(--ground)' : backgroundColor};` +
    `--header-text:${isPlain ? 'var(--text)' : headerText};--header-line:${isPlain ? 'var(--line)' : 'transparent'};` +
    `${accentStyle(accent)}}` +
    `@media (prefers-color-scheme:dark){:root{${accentStyle(darkAccent)}}}`
  )
}

function accentStyle(accent: string): string {
  return `--accent:${accent};--accent-text:${readableOn(accent, WHITE)};--accent-line:${accent};`
}

/** The first of the merchant's colors that stands out from the ground. */
function accentOn(ground: string, ...colors: readonly string[]): string | undefined {
  return colors.find((color) => contrast(ground, color) >= LINE_CONTRAST_MIN && !isGrey(color))
}

/** Black, white and greys are defaults rather than a brand. */
function isGrey(color: string): boolean {
  const digits = color.slice(1)
  const size = digits.length / 3
  return new Set([digits.slice(0, size), digits.slice(size, 2 * size), digits.slice(2 * size)].map(lower)).size === 1
}

function lower(text: string): string {
  return text.toLowerCase()
}

function banner({ words, isSandbox, isPreview }: PageModel, hasForm: boolean): Html {
  const preview = isPreview ? html`<p class="banner">${words.preview}</p>` : html``
  if (!isSandbox) return preview
  return html`<p class="banner">${words.testMode}${hasForm && html` · <a href="#test-cards">${words.testCards}</a>`}</p>${preview}`
}

function sellerHeader({ view, path, query, hasLogo }: PageModel): Html {
  const { name } = view.seller
  const logo = hasLogo ? html`<span class="plate"><img src="${path}/logo${query}" alt=""></span>` : undefined
  return html`<div class="seller"><div>${logo}<p>${name}</p></div></div>`
}

function sellerFooter({ view, words, language, query }: PageModel): Html {
  const { name, address, email, phone, vatNumber } = view.seller
  const contact = email ?? phone
  const link = email === undefined ? `tel:${phone?.replaceAll(/[^+\d]/g, '') ?? ''}` : `mailto:${email}`
  return html`<footer>
<address>${[name, ...address].join(' · ')}${vatNumber && html`<br>${vatNumber.label}: ${vatNumber.text}`}</address>
${contact && html`<p><a href="${link}">${words.questions({ seller: name })}</a></p>`}
<nav aria-label="${words.language}"><ul class="languages">
${LANGUAGES.map((other) => languageLink(other, language, query))}
</ul></nav>
</footer>`
}

function languageLink(language: Language, current: Language, query: string): Html {
  const isCurrent = language === current
  return html`<li><a href="${query === '' ? '?' : `${query}&`}lang=${language}" lang="${language}" hreflang="${language}"${isCurrent && new Html(' aria-current="true"')}>${LANGUAGE_NAMES[language]}</a></li>
`
}
