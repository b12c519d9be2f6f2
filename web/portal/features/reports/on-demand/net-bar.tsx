import { useState } from 'react'
import { magnitude } from '../../../ui/charts/chart-table.ts'
import { StackedBar } from '../../../ui/charts/stacked-bar.tsx'

export type NetPart = { readonly key: string; readonly amount: string; readonly text: string }

/** How payments divide into deductions and the remainder. The labels stand below with their amounts. */
export function NetBar({ parts }: { readonly parts: readonly NetPart[] }) {
  const [chosen, choose] = useState<string>()
  const textOf = (key: string) => parts.find((part) => part.key === key)?.text ?? ''
  return (
    <StackedBar
      parts={parts.map(({ key, amount }) => ({ key, magnitude: magnitude(amount) }))}
      label={parts.map(({ text }) => text).join('; ')}
      titleOf={textOf}
      chosen={chosen}
      onChoose={choose}
    />
  )
}
