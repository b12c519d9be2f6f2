import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useApi } from '../../../api/api.ts'
import { ApiProblem } from '../../../api/api-problem.ts'
import { calendarDateIn } from '../../../format/dates.ts'
import { useMay, useOrganization } from '../../../session/organization.ts'
import { Page } from '../../../ui/page.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { useWords } from '../../../words/use-words.ts'
import { reportQuery, subscriptionQuery } from '../queries.ts'
import { readyMadeOf } from '../ready-made.ts'
import { Builder } from './builder.tsx'
import { formOfReadyMade, formOfSubscription, formOfTerms, newForm } from './form.ts'

/** A new report: from nothing, from a ready-made one, or as a copy of one that there is. */
export function NewReportPage() {
  const words = useWords('reports')
  const { organizationId } = useParams({ from: '/o/$organizationId' })
  const { ready, from, definition, kind } = useSearch({ from: '/o/$organizationId/reports/-/new' })
  const start = useStart()
  const readyMade = readyMadeOf(ready)
  const kept = [organizationId, 'new', ready, from, definition].filter(Boolean).join(' ')
  const isOnce = kind !== 'subscription'
  return (
    <BuilderPage title={words.newReport}>
      {from === undefined ? (
        <Builder
          key={kept}
          kept={kept}
          initial={
            readyMade === undefined
              ? { ...newForm({ ...start, ...(definition !== undefined && { definition }) }), isOnce }
              : formOfReadyMade(readyMade, { ...start, fields: [] })
          }
          isEdit={false}
        />
      ) : (
        <CopyOfReport kept={kept} reportId={from} />
      )}
    </BuilderPage>
  )
}

/** A subscription with everything that can be changed. */
export function EditSubscriptionPage() {
  const words = useWords('reports')
  const { organizationId, name } = useParams({ from: '/o/$organizationId/reports/-/subscriptions/$name' })
  const { data } = useSuspenseQuery(subscriptionQuery(useApi(), name))
  const start = useStart()
  return (
    <BuilderPage title={words.editNamed({ name })}>
      <Builder kept={`${organizationId} edit ${name}`} initial={formOfSubscription(data, start)} isEdit />
    </BuilderPage>
  )
}

/** The same report with another name, for another period. */
function CopyOfReport({ kept, reportId }: { readonly kept: string; readonly reportId: string }) {
  const { data } = useSuspenseQuery(reportQuery(useApi(), reportId))
  const initial = { ...formOfTerms(data, useStart()), name: '', isNamed: false }
  return <Builder kept={kept} initial={initial} isEdit={false} />
}

function useStart() {
  const { timeZone } = useOrganization()
  return { timeZone, today: calendarDateIn(new Date().toISOString(), timeZone) }
}

function BuilderPage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const words = useWords('reports')
  const may = useMay()
  const { organizationId } = useParams({ from: '/o/$organizationId' })
  if (!may('reports:manage')) return <Problem error={new ApiProblem({ status: 403, body: {} })} />
  return (
    <Page
      title={title}
      heading={<span className="value">{title}</span>}
      back={
        <Link to="/o/$organizationId/reports" params={{ organizationId }} className="back-link">
          <ArrowLeft size={16} aria-hidden="true" />
          {words.title}
        </Link>
      }
    >
      {children}
    </Page>
  )
}
