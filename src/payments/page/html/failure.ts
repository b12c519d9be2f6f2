// pure

import type { Language } from '../../../kernel/language.ts'
import { type Html, html } from '../../../kernel/markup/html.ts'
import { selfContainedPage } from '../../../kernel/markup/html-page.ts'
import type { FailureName } from '../failure-of-status.ts'
import { PAGE_WORDS } from '../words/all-words.ts'
import { mark } from './card.ts'

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
  return selfContainedPage({
    language,
    title,
    nonce,
    body: html`<main>
${mark('stop')}
<h1>${title}</h1>
<p>${text}</p>
${again !== undefined && html`<p><a href="${again}">${tryAgain}</a></p>`}
</main>`,
  })
}
