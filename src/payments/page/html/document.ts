// pure
import { type AccentPaint, type BrandColors, brandColors } from '../../../kernel/colors/brand-colors.ts'
import { LANGUAGES, type Language } from '../../../kernel/language.ts'
import { Html, html } from '../../../kernel/markup/html.ts'
import { htmlPage } from '../../../kernel/markup/html-page.ts'
import { labeled } from '../../../kernel/wording/labeled.ts'
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

type Head = {
  readonly title?: string
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
  { title, refresh, nonce, body, isTwoColumns = false, hasTestCards = false }: Head & Content,
): Html {
  const { language, words, view, assets } = model
  return htmlPage({
    language,
    title: title ?? words.title({ seller: view.seller.name }),
    head: html`${refresh && html`<meta http-equiv="refresh" content="${refresh.seconds};url=${refresh.url}">`}
<link rel="stylesheet" href="${assets.style}">
<style nonce="${nonce}">${new Html(merchantStyle(view.header))}</style>
<script src="${assets.script}" defer></script>`,
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

/** By the merchant's colors; there are few of them, and contrasts take time. */
const STYLES_MAX = 1_000
const styles = new Map<string, string>()

function merchantStyle({ backgroundColor, fontColor }: PageModel['view']['header']): string {
  const key = `${backgroundColor} ${fontColor}`
  const style = styles.get(key) ?? writeMerchantStyle({ backgroundColor, fontColor })
  if (styles.size < STYLES_MAX) styles.set(key, style)
  return style
}

/** The merchant's colors. They were checked when they were set: # and hexadecimal digits, nothing else. */
function writeMerchantStyle(colors: PageModel['view']['header']): string {
  const { header, darkHeader, accent, darkAccent } = brandColors(colors)
  return (
    `:root{${headerStyle(header)}${accentStyle(accent)}}` +
    `@media (prefers-color-scheme:dark){:root{${headerStyle(darkHeader)}${accentStyle(darkAccent)}}}`
  )
}

function headerStyle(header: BrandColors['header']): string {
  return (
    `--header-ground:${header?.ground ?? 'var(--ground)'};--header-text:${header?.text ?? 'var(--text)'};` +
    `--header-line:${header === undefined ? 'var(--line)' : 'transparent'};`
  )
}

function accentStyle({ ground, text, line }: AccentPaint): string {
  return `--accent:${ground};--accent-text:${text};--accent-line:${line};`
}

function banner({ words, view, isSandbox, isPreview }: PageModel, hasTestCards: boolean): Html {
  const previewed = view.status === 'DRAFT' ? words.preview : words.previewOfPublished
  const preview = isPreview ? html`<p class="banner">${previewed}</p>` : html``
  if (!isSandbox) return preview
  return html`<p class="banner">${words.testMode}${hasTestCards && html` · <a href="#test-cards">${words.testCards}</a>`}</p>${preview}`
}

function sellerHeader({ view, path, query, hasLogo }: PageModel): Html {
  const { name } = view.seller
  const logo = hasLogo ? html`<span class="plate"><img src="${path}/logo${query}" alt=""></span>` : undefined
  return html`<div class="seller"><div>${logo}<p>${name}</p></div></div>`
}

function sellerFooter({ view, words, language, query }: PageModel): Html {
  const { name, address, email, phone, vatNumber } = view.seller
  const contacts = [
    email && html`<a href="mailto:${email}">${email}</a>`,
    phone && html`<a href="tel:${phone.replaceAll(/[^+\d]/g, '')}">${phone}</a>`,
  ].filter((contact) => contact instanceof Html)
  return html`<footer>
<address>${[name, ...address].join(' · ')}${vatNumber && html`<br>${labeled(language, vatNumber)}`}</address>
${contacts.length > 0 && html`<div class="contacts"><p>${words.questions({ seller: name })}</p><p>${contacts}</p></div>`}
<nav aria-label="${words.language}"><ul class="languages">
${query === '' ? LANGUAGE_LINKS[language] : languageLinks(language, query)}
</ul></nav>
</footer>`
}

function languageLinks(current: Language, query: string): Html {
  return html`${LANGUAGES.map((language) => languageLink(language, current, query))}`
}

function languageLink(language: Language, current: Language, query: string): Html {
  const isCurrent = language === current
  return html`<li><a href="${query === '' ? '?' : `${query}&`}lang=${language}" lang="${language}" hreflang="${language}"${isCurrent && new Html(' aria-current="true"')}>${LANGUAGE_NAMES[language]}</a></li>
`
}

const LANGUAGE_LINKS = Object.fromEntries(
  LANGUAGES.map((language) => [language, languageLinks(language, '')]),
) as Readonly<Record<Language, Html>>
