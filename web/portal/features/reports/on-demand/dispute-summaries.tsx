import { useMemo } from 'react'
import { useOrganization } from '../../../session/organization.ts'
import { CountsChart } from './charts.ts'
import { countsByDay, type DayCount } from './counts-by-day.ts'
import { Lists } from './lists.tsx'
import type { OnDemandName } from './on-demand-search.ts'

type Props = {
  readonly report: OnDemandName
  readonly data: Readonly<Record<string, unknown>>
  /** First and last day. */
  readonly asked: { readonly from: string; readonly to: string }
}

/** The numbers of disputes, or of requests for documents: a chart by day, and the list by merchant and day. */
export function DisputeSummaries({ report, data, asked: { from, to } }: Props) {
  const { timeZone } = useOrganization()
  const [counts] = Object.values(data).filter((value): value is readonly DayCount[] => Array.isArray(value))
  const days = useMemo(() => countsByDay(counts ?? [], { from, to, timeZone }), [counts, from, to, timeZone])
  return (
    <>
      <section className="card">
        <CountsChart report={report} days={days} />
      </section>
      <Lists report={report} data={data} />
    </>
  )
}
