import { Link } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { useOrganization } from '../session/organization.ts'
import { useWords } from '../words/use-words.ts'
import { useJobs } from './queries.ts'

/** Leads to the latest jobs, if there are any. */
export function JobsLink() {
  const words = useWords('jobs')
  const { organizationId } = useOrganization()
  const jobs = useJobs().data ?? []
  if (jobs.length === 0) return null
  return (
    <Link to="/o/$organizationId/invoices/-/jobs" params={{ organizationId }} className="button plain compact">
      <History size={16} aria-hidden="true" />
      {words.recent}
    </Link>
  )
}
