// pure

import type { Language } from '../../../../kernel/language.ts'
import { Html, html } from '../../../../kernel/markup/html.ts'
import { htmlPage } from '../../../../kernel/markup/html-page.ts'
import { PAGE_WORDS } from '../../../page/words/all-words.ts'

type Challenge = {
  readonly language: Language
  readonly nonce: string
  readonly amount: string
  readonly action: string
}

/** The page of the sandbox's bank, in its frame. Its answer leaves the frame. */
export function challengePage({ language, nonce, amount, action }: Challenge): Html {
  const words = PAGE_WORDS[language]
  return htmlPage({
    language,
    title: words.confirmTitle,
    head: html`<style nonce="${nonce}">${new Html(STYLE)}</style>`,
    body: html`<main>
<h1>${words.confirmTitle}</h1>
<p class="amount">${amount}</p>
<p>${words.simulated}</p>
<form method="post" action="${action}" target="_top">
<button name="result" value="passed">${words.confirmPayment}</button>
<button name="result" value="failed" class="plain">${words.cancelPayment}</button>
</form>
</main>`,
  })
}

const STYLE =
  ':root{color-scheme:light dark}body{margin:0;font:400 16px/1.5 system-ui,sans-serif}main{padding:24px;display:grid;gap:16px}' +
  'h1{margin:0;font-size:20px;line-height:1.2}p{margin:0}.amount{font-size:28px;font-weight:600}' +
  'form{display:grid;gap:8px}button{min-height:48px;padding:8px 24px;font:600 16px/1.2 system-ui,sans-serif;' +
  'border:1px solid #1f5fd6;border-radius:8px;background:#1f5fd6;color:#fff;cursor:pointer}' +
  'button.plain{background:transparent;color:inherit;border-color:#878e99;font-weight:500}' +
  ':focus-visible{outline:2px solid #1f5fd6;outline-offset:2px}'
