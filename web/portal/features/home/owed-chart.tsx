import type { ReactNode } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { useOrganization } from '../../session/organization.ts'
import { ChartFrame } from '../../ui/charts/chart-frame.tsx'
import { magnitude } from '../../ui/charts/chart-table.ts'
import { StackedBar } from '../../ui/charts/stacked-bar.tsx'
import { layOutBar } from '../../ui/charts/stacked-bar-layout.ts'
import { barSvg, DRAWN_WIDTH } from '../../ui/charts/svg-text.ts'
import { useWords } from '../../words/use-words.ts'
import type { Owed } from './queries.ts'

type Props = {
  readonly owed: Owed
  readonly currency: string
  readonly today: string
  readonly chosen: string | undefined
  readonly onChoose: (age: string | undefined) => void
  /** The labels below the bar. */
  readonly children: ReactNode
}

/** On paper; the colors of the screen by day. */
const COLORS: Readonly<Record<string, string>> = {
  notDue: '#1f5fd6',
  late1: '#e0a100',
  late31: '#d9730d',
  late61: '#c23b22',
  late91: '#7d1016',
}

/** Open balances by age, as one bar. */
export function OwedChart({ owed, currency, today, chosen, onChoose, children }: Props) {
  const words = useWords('home')
  const format = useFormat()
  const { name, organizationId } = useOrganization()
  const parts = owed.parts.map(({ age, amount }) => ({ key: age, magnitude: magnitude(amount) }))
  const textOf = (age: string): string => {
    const part = owed.parts.find((one) => one.age === age)
    return part === undefined
      ? ''
      : words.labeled({ label: words.ages[part.age], value: format.amount(part.amount, currency) })
  }
  const svg = () =>
    barSvg({
      title: words.labeled({ label: words.owed, value: format.amount(owed.amount, currency) }),
      lines: [`${name} · ${format.date(today)} · ${format.zone}`],
      segments: layOutBar(parts, DRAWN_WIDTH),
      labels: owed.parts.map(({ age, amount }) => ({
        ...{ key: age, label: words.ages[age], value: format.amount(amount, currency) },
      })),
      colorOf: (age) => COLORS[age] ?? '#878e99',
    })
  return (
    <ChartFrame
      title={words.byAge}
      table={{
        heads: [words.columns.age, words.columns.invoices, `${words.columns.amount} (${currency})`],
        rows: owed.parts.map(({ age, count, amount }) => [
          ...[words.ages[age], format.count(count), format.amount(amount, currency)],
        ]),
        cells: owed.parts.map(({ age, count, amount }) => [words.ages[age], String(count), amount]),
      }}
      fileName={`${organizationId}-owed-${currency}-${today}`}
      svg={svg}
    >
      <StackedBar
        parts={parts}
        label={owed.parts.map(({ age }) => textOf(age)).join('; ')}
        titleOf={textOf}
        chosen={chosen}
        onChoose={onChoose}
      />
      {children}
    </ChartFrame>
  )
}
