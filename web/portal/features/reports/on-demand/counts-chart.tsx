import { useMemo } from 'react'
import { useFormat } from '../../../format/use-format.ts'
import { useOrganization } from '../../../session/organization.ts'
import { ChartFrame } from '../../../ui/charts/chart-frame.tsx'
import { ColumnsChart } from '../../../ui/charts/columns-chart.tsx'
import { columnsSvg } from '../../../ui/charts/svg-text.ts'
import { useWords } from '../../../words/use-words.ts'
import type { CountOfDay } from './counts-by-day.ts'
import type { OnDemandName } from './on-demand-search.ts'

type Props = { readonly report: OnDemandName; readonly days: readonly CountOfDay[] }

/** How many disputes or requests for documents there were on each day. */
export function CountsChart({ report, days }: Props) {
  const words = useWords('reports')
  const format = useFormat()
  const { name, organizationId } = useOrganization()
  const title = words.onDemandNames[report]
  const values = useMemo(() => days.map(({ count }) => count), [days])
  const dayOf = (index: number) => format.day(days[index]?.day ?? '')
  const svg = () =>
    columnsSvg({
      title,
      lines: [`${name} · ${format.zone}`],
      values,
      areCounts: true,
      tickText: format.count,
      nameOf: dayOf,
    })
  return (
    <ChartFrame
      title={title}
      table={{
        heads: [words.period, words.number],
        rows: days.map(({ day, count }) => [format.date(day), format.count(count)]),
        cells: days.map(({ day, count }) => [day, String(count)]),
      }}
      fileName={`${organizationId}-${report}-${days[0]?.day ?? ''}`}
      svg={svg}
    >
      <ColumnsChart
        values={values}
        areCounts
        label={title}
        tickText={format.count}
        nameOf={dayOf}
        readingOf={(index) => ({ now: `${dayOf(index)} · ${words.number} ${format.count(days[index]?.count ?? 0)}` })}
        hint={{ now: words.number }}
      />
    </ChartFrame>
  )
}
