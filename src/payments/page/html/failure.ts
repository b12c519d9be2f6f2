// pure
import { Html, html } from '../../../kernel/html.ts'
import { htmlPage } from '../../../kernel/html-page.ts'
import type { Language } from '../../../kernel/language.ts'
import type { FailureName } from '../failure-of-status.ts'
import { PAGE_WORDS } from '../words/all-words.ts'
import { mark } from './screens.ts'

type Failure = {
  readonly name: FailureName
  readonly language: Language
  readonly nonce: string
  /** Leads to the same address again; undefined if that would not help. */
  readonly again: string | undefined
}

/** A page that needs nothing else: neither the invoice nor a file that a failing service might not deliver. */
export function failurePage({ name, language, nonce, again }: Failure): Html {
  const { failures, tryAgain } = PAGE_WORDS[language]
  const { title, text } = failures[name]
  return htmlPage({
    language,
    title,
    head: html`<style nonce="${nonce}">${new Html(STYLE)}</style>`,
    body: html`<main>
${mark('stop')}
<h1>${title}</h1>
<p>${text}</p>
${again !== undefined && html`<p><a href="${again}">${tryAgain}</a></p>`}
</main>`,
  })
}

/** As the screens of an invoice look, in the colors of nobody. */
const STYLE =
  ':root{color-scheme:light dark;--ground:#fff;--quiet:#f7f8f9;--line:#dfe2e6;--text:#14181e;--grey:#636b77;' +
  '--accent:#1f2937;--accent-text:#fff;--ring:#1f5fd6}' +
  '@media (prefers-color-scheme:dark){:root{--ground:#111418;--quiet:#171b20;--line:#323942;--text:#f1f3f5;' +
  '--grey:#a5adb8;--accent:#e5e7eb;--accent-text:#14181e;--ring:#8ab4ff}}' +
  'body{margin:0;background:var(--ground);color:var(--text);font:400 16px/1.5 system-ui,sans-serif}' +
  'main{max-width:480px;margin:0 auto;padding:64px 16px;display:grid;gap:16px;justify-items:start;overflow-wrap:anywhere}' +
  '.mark{width:48px;height:48px;border:1px solid var(--line);border-radius:50%;display:grid;place-items:center;' +
  'background:var(--quiet);color:var(--grey)}.mark svg{width:24px;height:24px}' +
  'h1{font-size:28px;font-weight:600;line-height:1.2;margin:0}p{margin:0}' +
  'a{display:inline-grid;place-items:center;min-height:44px;padding:0 24px;border-radius:8px;background:var(--accent);' +
  'color:var(--accent-text);font-weight:600;text-decoration:none}' +
  ':focus-visible{outline:2px solid var(--ring);outline-offset:2px}'
