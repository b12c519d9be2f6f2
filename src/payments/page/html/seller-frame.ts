// pure
import { LANGUAGES, type Language } from '../../../kernel/language.ts'
import { withBreakPoints } from '../../../kernel/markup/break-points.ts'
import { Html, html } from '../../../kernel/markup/html.ts'
import { labeled } from '../../../kernel/wording/labeled.ts'
import type { PageModel } from '../page-model.ts'
import { PAGE_WORDS } from '../words/all-words.ts'
import type { PageWords } from '../words/page-words.ts'
import { phoneUrl } from './card.ts'

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

/** One line, whatever is to be said: that nothing is paid here, and that no money moves. */
export function banner({ words, view, isSandbox, isPreview }: PageModel, hasTestCards: boolean): Html {
  if (!isPreview) return isSandbox ? testBanner(words, { hasTestCards }) : html``
  const [sentence, short] =
    view.status === 'DRAFT'
      ? [words.preview, words.previewMark]
      : [words.previewOfPublished, words.previewMarkOfPublished]
  const mark = isSandbox ? `${words.testMark} · ` : ''
  return html`<p class="banner">${inBothLengths(mark + sentence, mark + short)}</p>`
}

export function testBanner(words: PageWords, { hasTestCards }: { readonly hasTestCards: boolean }): Html {
  const link = hasTestCards && html` <a href="#test-cards">${words.testCards}</a>`
  return html`<p class="banner">${inBothLengths(words.testMode, words.testMark)}${link}</p>`
}

/** On a phone a banner has the short form, so that it takes one line there too. */
function inBothLengths(long: string, short: string): Html {
  return html`<span class="long">${long}</span><span class="short">${short}</span>`
}

/** With a logo, the name is its alternative text and not a second title. */
export function sellerHeader({ view, query, logo, hasLightLogo, offeredLanguage }: PageModel): Html {
  const { name } = view.seller
  const title = logo
    ? html`<span class="plate${hasLightLogo && ' dark'}"><img src="${logo}" alt="${name}"></span>`
    : html`<p>${name}</p>`
  return html`<div class="seller"><div>${title}${offeredLanguage && languageOffer(offeredLanguage, query)}</div></div>`
}

function languageOffer(language: Language, query: string): Html {
  return html`<a class="offer" href="${query === '' ? '?' : `${query}&`}lang=${language}" lang="${language}" hreflang="${language}">${PAGE_WORDS[language].viewHere}</a>`
}

export function sellerFooter(model: PageModel): Html {
  const { view, words, language } = model
  const { name, address, email, phone, vatNumber } = view.seller
  const contacts = [
    email && html`<a href="mailto:${email}">${withBreakPoints(email)}</a>`,
    phone && html`<a href="${phoneUrl(phone)}">${phone}</a>`,
  ].filter((contact) => contact instanceof Html)
  return html`<footer>
<address>${[name, ...address].join(' · ')}${vatNumber && html`<br>${labeled(language, vatNumber)}`}</address>
${contacts.length > 0 && html`<div class="contacts"><p>${words.questions({ seller: name })}</p><p>${contacts}</p></div>`}
${languageChoice(model)}
</footer>`
}

/** Works by its button; the script sends it when another language is chosen. */
function languageChoice({ words, language, query }: PageModel): Html {
  const preview = new URLSearchParams(query).get('preview')
  return html`<form class="language" method="get">
${preview !== null && html`<input type="hidden" name="preview" value="${preview}">`}<div class="field"><label for="language">${words.language}</label>
<select id="language" name="lang" autocomplete="off">${LANGUAGE_OPTIONS[language]}</select></div>
<button class="button plain" type="submit">${words.changeLanguage}</button>
</form>`
}

function languageOptions(current: Language): Html {
  return html`${LANGUAGES.map((language) => html`<option value="${language}" lang="${language}"${language === current && new Html(' selected')}>${LANGUAGE_NAMES[language]}</option>`)}`
}

const LANGUAGE_OPTIONS = Object.fromEntries(
  LANGUAGES.map((language) => [language, languageOptions(language)]),
) as Readonly<Record<Language, Html>>
