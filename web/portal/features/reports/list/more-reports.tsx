import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../../ui/button.tsx'
import { useWords } from '../../../words/use-words.ts'
import { LIMIT_MAX, limitOf, type ReportSearch, withMore } from './list-search.ts'

type Props = { readonly search: ReportSearch; readonly total: number }

/** The way to more rows; at the end of what anyone reads, the way to fewer. */
export function MoreReports({ search, total }: Props) {
  const words = useWords('reports')
  if (total <= limitOf(search)) return null
  if (limitOf(search) >= LIMIT_MAX) return <p className="notice plain">{words.tooMany}</p>
  return (
    <div>
      <Link
        className={buttonClass({ kind: 'plain' })}
        to="/o/$organizationId/reports"
        from="/o/$organizationId"
        search={withMore(search)}
        resetScroll={false}
        replace
      >
        {words.showMore}
      </Link>
    </div>
  )
}
