// pure
import { FILE_BYTES_MAX } from '../../../../src/invoicing/imports/invoice-import.ts'
import type { Words } from '../../words/words.ts'

type FileWords = Words['imports']['fileProblems']
type Limits = { readonly size: string; readonly rows: string; readonly columns: string }
/** Says why a file cannot be imported. */
export type FileProblem = (words: FileWords, limits: Limits) => string

const NOT_CSV = /\.(?:xlsx?|ods|numbers|pdf|docx?|zip|json|xml|png|jpe?g)$/i

/** Looks at a file before it is sent: a spreadsheet, for example, needs no upload. */
export function problemOfContent(name: string, bytes: Uint8Array): FileProblem | undefined {
  if (bytes.length === 0) return ({ empty }) => empty
  if (bytes.length > FILE_BYTES_MAX) return ({ tooLarge }, { size }) => tooLarge({ size })
  // Archives, images and UTF-16 have zero bytes.
  if (NOT_CSV.test(name) || bytes.includes(0)) return ({ notCsv }) => notCsv
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return undefined
  } catch {
    return ({ notUtf8 }) => notUtf8
  }
}

type Refused = (match: RegExpExecArray) => FileProblem

/** The refusals of the service. */
const REFUSALS: readonly (readonly [RegExp, Refused])[] = [
  [/^The file is empty/, () => (words) => words.empty],
  [/^The file has a header, and no rows/, () => (words) => words.noRows],
  [
    /^The file has more than \d+ rows/,
    () =>
      (words, { rows }) =>
        words.tooManyRows({ rows }),
  ],
  [
    /^The file has \d+ columns/,
    () =>
      (words, { columns }) =>
        words.tooManyColumns({ columns }),
  ],
  [
    /^Two columns are named “(.*)”: /s,
    ([, name = '']) =>
      (words) =>
        words.columnTwice({ name }),
  ],
  [/^The row at line \d+ is not UTF-8/, () => (words) => words.notUtf8],
  [
    /^The row at line (\d+) cannot be read/,
    ([, line = '']) =>
      (words) =>
        words.line({ line }),
  ],
]

export function problemOfRefusal({
  status,
  message,
}: {
  readonly status: number
  readonly message: string
}): FileProblem {
  if (status === 413) return ({ tooLarge }, { size }) => tooLarge({ size })
  for (const [pattern, refused] of REFUSALS) {
    const match = pattern.exec(message)
    if (match !== null) return refused(match)
  }
  return ({ other }) => other
}
