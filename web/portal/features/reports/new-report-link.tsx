import { Link, useParams } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useMay } from '../../session/organization.ts'
import { useWords } from '../../words/use-words.ts'

/** The one primary action of the pages of reports; nobody sees it who may only look. */
export function NewReportLink() {
  const words = useWords('reports')
  const may = useMay()
  const { organizationId } = useParams({ from: '/o/$organizationId' })
  if (!may('reports:manage')) return null
  return (
    <Link to="/o/$organizationId/reports/-/new" params={{ organizationId }} className="button">
      <Plus size={16} aria-hidden="true" />
      {words.newReport}
    </Link>
  )
}
