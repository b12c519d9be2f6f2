import { createContext, use } from 'react'
import { ApiProblem } from '../../api/api-problem.ts'
import type { FormValues } from './form-values.ts'
import type { useSaveSettings, Warning } from './queries.ts'

const PREFIX = 'invoiceSettingsInformation.'

type Facts = {
  readonly saved: FormValues
  readonly typed: FormValues
  readonly defaults: FormValues
  readonly warnings: readonly Warning[]
  readonly save: ReturnType<typeof useSaveSettings>
}

export const SettingsContext = createContext<Facts | undefined>(undefined)

export function useSettings(): Facts {
  const facts = use(SettingsContext)
  if (facts === undefined) throw new Error('Settings are used inside their form.')
  return facts
}

/** Why the service refused the field at this path, as long as it still has the refused value. */
export function useRefusal(path: string, valueIn: (values: FormValues) => unknown): string | undefined {
  const { save, typed } = useSettings()
  if (!(save.error instanceof ApiProblem) || save.variables === undefined) return undefined
  if (valueIn(save.variables.typed) !== valueIn(typed)) return undefined
  return save.error.reasonOf(`${PREFIX}${path}`)
}

/** The reasons of the warnings about the saved value of a field. */
export function useWarnings(path: string): readonly string[] {
  return useSettings()
    .warnings.filter(({ field }) => field === `${PREFIX}${path}`)
    .map(({ reason }) => reason)
}
