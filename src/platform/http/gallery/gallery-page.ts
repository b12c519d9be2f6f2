// pure
import { Html, html } from '../../../kernel/markup/html.ts'
import { htmlPage } from '../../../kernel/markup/html-page.ts'
import { CONTENT_PARTS } from './content-parts.ts'
import { FORM_PARTS } from './form-parts.ts'
import type { Part } from './part.ts'
import { PORTAL_PARTS } from './portal-parts.ts'
import { GALLERY_LANGUAGES, type GalleryLanguage, SAMPLE_WORDS } from './sample-words.ts'

export const SCHEMES = ['both', 'light', 'dark', 'auto'] as const
export const WIDTHS = ['full', '320'] as const

export type GalleryQuery = {
  readonly scheme: (typeof SCHEMES)[number]
  readonly lang: GalleryLanguage
  readonly width: (typeof WIDTHS)[number]
  /** Whether the page stands in a frame of the gallery, without its controls. */
  readonly framed: boolean
}

type GalleryPlace = { readonly path: string; readonly style: string }

const PARTS: readonly Part[] = [...CONTENT_PARTS, ...FORM_PARTS, ...PORTAL_PARTS]
const SCHEME_NAMES = { both: 'Side by side', light: 'Light', dark: 'Dark', auto: 'As preferred' } as const
const LANGUAGE_CHOICES = [
  ['de', 'Deutsch'],
  ['en', 'English'],
  ['ja', '日本語'],
] as const
const WIDTH_CHOICES = [
  ['full', 'Full'],
  ['320', '320 px'],
] as const

/** Every part of the kit in every state, with data that is hard to lay out. */
export function galleryPage(place: GalleryPlace, query: GalleryQuery): Html {
  const schemes = query.scheme === 'both' ? (['light', 'dark'] as const) : [query.scheme]
  const content =
    query.width === '320' && !query.framed
      ? html`<div class="frames">${schemes.map((scheme) => phoneFrame(place, { ...query, scheme }))}</div>`
      : html`${PARTS.map((part) => partSection(part, query, schemes))}`
  const pageScheme = schemes.length === 1 && query.scheme !== 'auto' ? query.scheme : undefined
  const body = html`<div class="gallery"${pageScheme && html` data-scheme="${pageScheme}"`}>
${query.framed ? html`` : controls(place, query)}
<main>
<h1${query.framed && new Html(' class="hidden-text"')}>UI gallery</h1>
${content}
</main>
</div>`
  return htmlPage({
    language: 'en',
    title: 'UI gallery · Quittance',
    head: html`<link rel="stylesheet" href="${place.style}">`,
    body,
  })
}

function controls(place: GalleryPlace, query: GalleryQuery): Html {
  const group = (label: string, name: 'scheme' | 'lang' | 'width', choices: readonly (readonly [string, string])[]) =>
    html`<nav aria-label="${label}"><span class="quiet">${label}</span>${choices.map(([value, words]) => {
      const isCurrent = query[name] === value
      const style = isCurrent ? 'plain' : 'quiet'
      const path = pathOf(place, { ...query, [name]: value })
      return html`<a class="button compact ${style}" href="${path}"${isCurrent && new Html(' aria-current="true"')}>${words}</a>`
    })}</nav>`
  const schemes = SCHEMES.map((scheme) => [scheme, SCHEME_NAMES[scheme]] as const)
  return html`<header>
<div class="controls">${group('Scheme', 'scheme', schemes)}${group('Language', 'lang', LANGUAGE_CHOICES)}${group('Width', 'width', WIDTH_CHOICES)}</div>
<nav class="parts" aria-label="Parts">${query.width === 'full' && PARTS.map(({ name }) => html`<a href="#${anchorOf(name)}">${name}</a>`)}</nav>
</header>`
}

/** Media queries ask for the width of the window, so a narrow column would show the parts as a desk does. */
function phoneFrame(place: GalleryPlace, query: GalleryQuery): Html {
  const src = `${pathOf(place, { ...query, width: 'full' })}&framed=yes`
  return html`<iframe title="${SCHEME_NAMES[query.scheme]}, 320 px" src="${src}"></iframe>`
}

function partSection({ name, rule, show }: Part, { lang }: GalleryQuery, schemes: readonly string[]): Html {
  const anchor = anchorOf(name)
  const language = GALLERY_LANGUAGES[lang]
  const plates = schemes.map((scheme) => {
    const id = (part: string): string => `${anchor}-${scheme}-${part}`
    const attribute = scheme === 'auto' ? html`` : html` data-scheme="${scheme}"`
    return html`<div class="plate" lang="${language}"${attribute}>${show({ words: SAMPLE_WORDS[lang], language, scheme, id })}</div>`
  })
  return html`<section id="${anchor}" aria-labelledby="${anchor}-name"><h2 id="${anchor}-name">${name}</h2><p class="small quiet">${rule}</p>
<div class="plates">${plates}</div></section>
`
}

function pathOf({ path }: GalleryPlace, { scheme, lang, width }: GalleryQuery): string {
  return `${path}?${new URLSearchParams({ scheme, lang, width }).toString()}`
}

function anchorOf(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-')
}
