// pure
import { Html, html } from './html.ts'

/** Only long words need places to break at. */
const LONG_WORD = /\S{20}/
/** After the separators of addresses, and before the ones that begin a part. */
const PLACES = /(?<=[/?&=_])(?=[^\s/])|(?<=\S)(?=[@.][^\s.])/

/** The parts of a text between which its addresses may break. */
export function breakableParts(text: string): readonly string[] {
  return LONG_WORD.test(text) ? text.split(PLACES) : [text]
}

/** Text in which addresses may break between their parts rather than anywhere. */
export function withBreakPoints(text: string): Html {
  return html`${breakableParts(text).map((part, index) => html`${index > 0 && new Html('<wbr>')}${part}`)}`
}
