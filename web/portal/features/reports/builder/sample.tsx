import type { UseQueryResult } from '@tanstack/react-query'
import { ApiProblem } from '../../../api/api-problem.ts'
import { useFormat } from '../../../format/use-format.ts'
import { Button } from '../../../ui/button.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { useLanguage, useWords } from '../../../words/use-words.ts'
import type { ReportField } from '../definitions.ts'
import { periodText } from '../period-text.ts'
import { ValueTable } from '../value-table.tsx'
import type { Sample } from './preview-queries.ts'

type Props = {
  readonly sample: UseQueryResult<Sample>
  readonly attributes: readonly ReportField[]
  /** Something is missing for a sample. */
  readonly isPossible: boolean
}

const COLUMNS_MAX = 60

/** The first rows as the file would have them. */
export function SampleRows({ sample, attributes, isPossible }: Props) {
  const words = useWords('reports')
  return (
    <div className="report-sample" aria-busy={sample.isFetching}>
      <h2>{words.sample}</h2>
      {isPossible ? <Content sample={sample} attributes={attributes} /> : <p className="quiet">{words.sampleLater}</p>}
    </div>
  )
}

function Content({ sample, attributes }: Omit<Props, 'isPossible'>) {
  const words = useWords('reports')
  const language = useLanguage()
  const format = useFormat()
  if (sample.isError) return <SampleFailed sample={sample} />
  if (sample.data === undefined) return <SkeletonLines count={5} />
  const { columns, rows, hasMore, reportStartTime, reportEndTime } = sample.data
  const period = periodText(reportStartTime, reportEndTime, language)
  if (rows.length === 0) return <p className="notice plain">{words.sampleEmpty({ period })}</p>
  const codes = new Map(attributes.map(({ name, codes: known }) => [name, known]))
  const shown = columns.slice(0, COLUMNS_MAX)
  const kinds = new Map(attributes.map(({ name, type }) => [name, type]))
  return (
    <>
      <p className="quiet small">
        {hasMore
          ? words.sampleOf({ period, count: format.count(rows.length) })
          : words.sampleAll({ period, count: format.count(rows.length) })}
        {columns.length > COLUMNS_MAX &&
          ` ${words.firstColumns({ count: String(COLUMNS_MAX), total: format.count(columns.length) })}`}
      </p>
      <ValueTable
        label={words.sample}
        columns={shown.map(({ field, name }) => ({
          name,
          codes: codes.get(field),
          isNumber: ['amount', 'decimal', 'integer'].includes(kinds.get(field) ?? ''),
        }))}
        rows={rows}
      />
    </>
  )
}

function SampleFailed({ sample: { error, refetch } }: Pick<Props, 'sample'>) {
  const words = useWords('reports')
  const shell = useWords('shell')
  // Its problems stand at the parts of the form.
  if (error instanceof ApiProblem && error.status === 400) return <p className="quiet">{words.sampleLater}</p>
  const isSlow = error instanceof ApiProblem && error.status === 503
  return (
    <div className="notice plain" role="alert">
      <p>{isSlow ? words.sampleSlow : words.sampleFailed}</p>
      <div>
        <Button kind="plain" isCompact onClick={() => void refetch()}>
          {shell.retry}
        </Button>
      </div>
    </div>
  )
}
