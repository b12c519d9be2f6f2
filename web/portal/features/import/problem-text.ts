// pure
import type { Words } from '../../words/words.ts'

type Reasons = Words['imports']['reasons']
type Said = (reasons: Reasons, ...values: readonly string[]) => string

/** The sentences of the service that have words in every language. */
const SENTENCES: readonly (readonly [RegExp, Said])[] = [
  [/^is required/, ({ required }) => required],
  [/^must be a (?:valid )?date/, ({ date }) => date],
  [/^may begin with the day/, ({ dateOrder }) => dateOrder],
  [/^may have thousands/, ({ unclearAmount }) => unclearAmount],
  [/^can have at most (\d+) decimal places/, ({ decimals }, places = '') => decimals({ places })],
  [/^must be a non-negative number/, ({ amount }) => amount],
  [/^must be yes or no/, ({ yesNo }) => yesNo],
  [/^must be a mail address/, ({ email }) => email],
  [/^must be an ISO 4217/, ({ currency }) => currency],
  [/^must not be longer than (\d+)/, ({ tooLong }, length = '') => tooLong({ length })],
  [/^must have at least (\d+) characters/, ({ tooShort }, length = '') => tooShort({ length })],
  [/^must be one of the possible/, ({ choice }) => choice],
  [
    /^must be a whole number from (\d+) to (\d+)/,
    ({ wholeNumber }, from = '', until = '') => wholeNumber({ from, until }),
  ],
  [/^is the number of an invoice already/, ({ numberTaken }) => numberTaken],
  [/^is the number of line (\d+) too/, ({ numberTwice }, line = '') => numberTwice({ line })],
  [/^is the reference of line (\d+) too/, ({ referenceTwice }, line = '') => referenceTwice({ line })],
  [/^differs from line (\d+)/, ({ differs }, line = '') => differs({ line })],
  [
    /^has (\d+) cells, and the header has (\d+)/,
    (own, count = '', columns = '') => own.cells({ cells: count, columns }),
  ],
  [/^must be plain text/, ({ plainText }) => plainText],
  [/^must be 1–26 characters/, ({ invoiceNumber }) => invoiceNumber],
  [/^can contain only letters and digits/, ({ lettersAndDigits }) => lettersAndDigits],
  [/^appears to contain personal data/, ({ personalData }) => personalData],
]

/** The error in the reader's language; undefined if only the service's own sentence says it. */
export function problemText(message: string, reasons: Reasons): string | undefined {
  for (const [pattern, said] of SENTENCES) {
    const match = pattern.exec(message)
    if (match !== null) return said(reasons, ...match.slice(1))
  }
  return undefined
}
