import { Download } from 'lucide-react'
import { useId } from 'react'
import { csvText } from '../../files/csv-text.ts'
import { saveText } from '../../files/save-text.ts'
import { useFormat } from '../../format/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { useLanguage, useWords } from '../../words/use-words.ts'
import { problemText } from './problem-text.ts'
import type { LineProblem } from './queries.ts'
import { useFieldLabels } from './use-field-labels.ts'

/** Nobody reads further; the file has all. */
const SHOWN_MAX = 100

type Props = {
  readonly title: string
  readonly text?: string
  readonly problems: readonly LineProblem[]
  readonly total: number
  readonly fileName: string | undefined
  readonly hasValues?: boolean
}

/** The errors by line and column of the file as a spreadsheet or an editor shows it. */
export function ProblemTable({ title, text, problems, total, fileName, hasValues = false }: Props) {
  const words = useWords('imports')
  const format = useFormat()
  const id = useId()
  const shown = problems.slice(0, SHOWN_MAX)
  return (
    <section className="import-problems" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        <DownloadProblems problems={problems} fileName={fileName} hasValues={hasValues} />
      </header>
      {text !== undefined && <p className="help">{text}</p>}
      <table className="table problems" aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">{words.line}</th>
            <th scope="col">{words.column}</th>
            {hasValues && <th scope="col">{words.value}</th>}
            <th scope="col">{words.reason}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((problem) => (
            <ProblemRow
              key={`${problem.line} ${problem.field} ${problem.message}`}
              problem={problem}
              hasValues={hasValues}
            />
          ))}
        </tbody>
      </table>
      {total > shown.length && (
        <p className="help">{words.firstListed({ shown: format.count(shown.length), total: format.count(total) })}</p>
      )}
    </section>
  )
}

type RowProps = { readonly problem: LineProblem; readonly hasValues: boolean }

function ProblemRow({ problem, hasValues }: RowProps) {
  const words = useWords('imports')
  const { line, value, message } = problem
  const reason = problemText(message, words.reasons)
  const place = usePlace()(problem)
  return (
    <tr>
      <td className="line">
        <span className="line-name">{words.line}</span> {line}
      </td>
      <td className="main value">{place}</td>
      {hasValues && <td className="value">{value ?? ''}</td>}
      <td className="reason">{reason ?? <span lang="en">{message}</span>}</td>
    </tr>
  )
}

/** The column by its name in the file, or else the field that no column has. */
function usePlace() {
  const words = useWords('imports')
  const { full } = useFieldLabels()
  return ({ column, field }: LineProblem): string => column ?? (field === undefined ? words.wholeLine : full(field))
}

type DownloadProps = Pick<Props, 'problems' | 'fileName' | 'hasValues'>

function DownloadProblems({ problems, fileName, hasValues }: DownloadProps) {
  const words = useWords('imports')
  const language = useLanguage()
  const placeOf = usePlace()
  const save = () => {
    const head = [words.line, words.column, ...(hasValues ? [words.value] : []), words.reason]
    const rows = problems.map((problem) => [
      String(problem.line),
      placeOf(problem),
      ...(hasValues ? [problem.value ?? ''] : []),
      problemText(problem.message, words.reasons) ?? problem.message,
    ])
    saveText(`${(fileName ?? 'invoices').replace(/\.\w+$/, '')}-errors.csv`, csvText([head, ...rows], language))
  }
  return (
    <Button kind="plain" isCompact onClick={save}>
      <Download size={16} aria-hidden="true" />
      {words.download}
    </Button>
  )
}
