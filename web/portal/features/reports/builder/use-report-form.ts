import { useState } from 'react'
import type { DefinitionFields } from '../definitions.ts'
import type { ReportForm } from './form.ts'
import { withName } from './suggested-name.ts'

export type Change = (changed: Partial<ReportForm>) => void

/** The form, kept in the tab: a reload loses nothing of it. */
export function useReportForm(key: string, initial: ReportForm) {
  const [form, setForm] = useState<ReportForm>(() => keptForm(key) ?? withName(initial))
  const change: Change = (changed) => {
    const next = withName({ ...form, ...changed })
    setForm(next)
    keep(key, next)
  }
  return [form, change] as const
}

/** With the default fields of the definition, until somebody chooses others. */
export function withFields(form: ReportForm, { attributes }: Pick<DefinitionFields, 'attributes'>): ReportForm {
  if (form.areFieldsChosen) return form
  return { ...form, fields: attributes.flatMap(({ name, default: isDefault }) => (isDefault ? [name] : [])) }
}

const storageKey = (key: string): string => `quittance-report-${key}`

function keep(key: string, form: ReportForm): void {
  try {
    sessionStorage.setItem(storageKey(key), JSON.stringify(form))
  } catch {
    // Without storage it lasts as long as the page.
  }
}

export function forgetForm(key: string): void {
  try {
    sessionStorage.removeItem(storageKey(key))
  } catch {
    // There is nothing to forget.
  }
}

function keptForm(key: string): ReportForm | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(storageKey(key)) ?? 'null') as ReportForm | null) ?? undefined
  } catch {
    return undefined
  }
}
