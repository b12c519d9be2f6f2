// pure
import { Html, html } from './html.ts'

/** Only long words need places to break at. */
const LONG_WORD = /\S{20}/
/** After the separators of addresses, and before the ones that begin a part. */
const PLACES = /(?<=[/?&=_])(?=[^\s/])|(?<=\S)(?=[@.][^\s.])/

/** Text in which addresses may break between their parts rather than anywhere. */
export function withBreakPoints(text: string): Html {
  if (!LONG_WORD.test(text)) return html`${text}`
  return html`${text.split(PLACES).map((part, index) => html`${index > 0 && new Html('<wbr>')}${part}`)}`
}
