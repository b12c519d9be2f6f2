// pure
import { type Html, html } from '../../../kernel/markup/html.ts'
import type { PageModel } from '../page-model.ts'

type Challenge = {
  /** The bank's page. */
  readonly url: string
  /** The address that ends the attempt. */
  readonly cancel: string
}

/** The processor's or the bank's own page, in a frame, and a way back for payers whose bank shows none. */
export function challenge({ words }: PageModel, { url, cancel }: Challenge): Html {
  return html`<section class="challenge">
<h1>${words.confirmTitle}</h1>
<p>${words.confirmText}</p>
<iframe src="${url}" title="${words.confirmTitle}"></iframe>
<form method="post" action="${cancel}"><button class="button quiet" type="submit">${words.backToInvoice}</button></form>
</section>`
}
