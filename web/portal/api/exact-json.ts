// pure

/** Fields whose numbers are money, prices or rates. */
const EXACT_FIELD = /(?:amount|price|rate|percent|percentage)$/i

type ExactEnding = 'Amount' | 'Price' | 'Rate' | 'Percent' | 'Percentage'
type ExactField = `${string}${ExactEnding}` | Uncapitalize<ExactEnding>

/** A response as `readExactJson` reads it: the numbers of exact fields are text. */
export type Received<T> = T extends readonly (infer Entry)[]
  ? readonly Received<Entry>[]
  : T extends object
    ? {
        readonly [Name in keyof T]: Name extends ExactField
          ? NonNullable<T[Name]> extends number
            ? string | Exclude<T[Name], number>
            : Received<T[Name]>
          : Received<T[Name]>
      }
    : T

type ReviverContext = { readonly source?: string }
type ReadExactly = (text: string, revive: (key: string, value: unknown, context?: ReviverContext) => unknown) => unknown

/**
 * Reads JSON without turning money into floats: a number of an exact field stays the text that the service wrote, and so
 * does any other number that is not a safe integer. Identifiers and counts are numbers.
 */
export function readExactJson(text: string): unknown {
  // The declaration of JSON.parse does not know the third argument yet.
  return (JSON.parse as ReadExactly)(text, (key, value, context) => {
    if (typeof value !== 'number') return value
    return EXACT_FIELD.test(key) || !Number.isSafeInteger(value) ? (context?.source ?? String(value)) : value
  })
}
