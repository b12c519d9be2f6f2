// pure
import { RIGHT_TO_LEFT } from './right-to-left.ts'

/** Lists of mails cut a subject at about this many letters. */
export const SUBJECT_WIDTH_MAX = 60

const WIDE = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\u3000-\u303F\uFF01-\uFF60\uFFE0-\uFFE6]/gu
/** A name that is read from right to left turns an amount around that follows it without a letter in between. */
const TURNED = new RegExp(`${RIGHT_TO_LEFT.source}[^\\p{L}]*\\d`, 'u')

/**
 * The first form that is shown whole and in its order, or else the last. The first has the merchant's name, which is the
 * sender's and can be left out; the last has the amount near its beginning.
 */
export function fittingSubject(forms: readonly [string, ...string[]]): string {
  const fits = (form: string): boolean => widthOf(form) <= SUBJECT_WIDTH_MAX && !TURNED.test(form)
  return forms.find(fits) ?? forms.at(-1) ?? forms[0]
}

/** Chinese and Japanese characters take the place of two letters. */
function widthOf(text: string): number {
  return text.length + (text.match(WIDE)?.length ?? 0)
}
