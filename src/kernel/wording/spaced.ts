// pure

/** Words of scripts that Chinese sets apart by a space. */
const FOREIGN = /[[\p{L}\p{N}!-~]--\p{Script=Han}--\p{scx=Hira}--\p{scx=Kana}]/v
const STARTS_FOREIGN = new RegExp(`^${FOREIGN.source}`, 'v')
const ENDS_FOREIGN = new RegExp(`${FOREIGN.source}$`, 'v')
const STARTS_HAN = /^\p{Script=Han}/u
const ENDS_HAN = /\p{Script=Han}$/u
/** Dates such as 7月11日 are set without spaces. */
const STARTS_DATE = /^\d+[年月]/

/**
 * Tags a Chinese sentence with a seller's name in it. A space separates a name such as Acme from the characters around
 * it; a Chinese name has none: 向 Acme 付款, 向小明咖啡付款.
 */
export function spaced(texts: TemplateStringsArray, ...values: readonly string[]): string {
  return texts.reduce((sentence, text, index) => joined(joined(sentence, values[index - 1] ?? ''), text))
}

function joined(before: string, after: string): string {
  const isBeforeName = ENDS_HAN.test(before) && STARTS_FOREIGN.test(after) && !STARTS_DATE.test(after)
  const isAfterName = ENDS_FOREIGN.test(before) && STARTS_HAN.test(after)
  return isBeforeName || isAfterName ? `${before} ${after}` : `${before}${after}`
}
