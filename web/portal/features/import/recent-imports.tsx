import { Link } from '@tanstack/react-router'
import { useFormat } from '../../format/use-format.ts'
import { Failed } from '../../ui/failed.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { useWords } from '../../words/use-words.ts'
import { type ListedImport, useRecentImports } from './queries.ts'

/** The last files, with what became of them. */
export function RecentImports() {
  const words = useWords('imports')
  const imports = useRecentImports()
  if (imports.isPending) return <SkeletonLines />
  if (imports.isError) return <Failed title={words.failed} onRetry={imports.refetch} />
  if (imports.data.length === 0) return null
  return (
    <section className="recent-imports" aria-labelledby="recent">
      <h2 id="recent">{words.recent}</h2>
      <table className="table imports" aria-labelledby="recent">
        <thead>
          <tr>
            <th scope="col">{words.file}</th>
            <th scope="col">{words.status}</th>
            <th scope="col">{words.uploaded}</th>
            <th scope="col" className="money">
              {words.created}
            </th>
          </tr>
        </thead>
        <tbody>
          {imports.data.map((file) => (
            <ImportRow key={file.importId} file={file} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

const LOOKS = { UPLOADED: 'draft', RUNNING: 'open', COMPLETED: 'paid', STOPPED: 'canceled' } as const

function ImportRow({ file }: { readonly file: ListedImport }) {
  const words = useWords('imports')
  const format = useFormat()
  const { importId, status, invoices } = file
  return (
    <tr>
      <td className="main value">
        <Link
          className="row-link"
          to="/o/$organizationId/invoices/-/imports/$importId"
          from="/o/$organizationId"
          params={{ importId }}
        >
          {file.fileName ?? words.unnamed}
        </Link>
      </td>
      <td>
        <ImportStatus status={status} />
      </td>
      <td>{format.instant(file.createdDate)}</td>
      <td className="money">{status === 'UPLOADED' ? '–' : format.count(invoices.imported)}</td>
    </tr>
  )
}

function ImportStatus({ status }: Pick<ListedImport, 'status'>) {
  const words = useWords('imports')
  return <span className={`badge ${LOOKS[status]}`}>{words.statuses[status]}</span>
}
