import { useState } from 'react'
import type { Choices } from './choices.ts'

const keyOf = (importId: string): string => `quittance-import-${importId}`

/** The choices about a file stay in the tab, so that a reload loses none. The service remembers them when the file is run. */
export function useKeptChoices(importId: string, initial: Choices) {
  const [choices, setChoices] = useState(() => ({ ...initial, ...keptChoices(importId) }))
  const change = (changed: Choices): void => {
    setChoices(changed)
    keepChoices(importId, changed)
  }
  return [choices, change] as const
}

export function keepChoices(importId: string, choices: Choices): void {
  try {
    sessionStorage.setItem(keyOf(importId), JSON.stringify(choices))
  } catch {
    // Without storage they last as long as the page.
  }
}

function keptChoices(importId: string): Partial<Choices> {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(importId)) ?? '{}') as Partial<Choices>
  } catch {
    return {}
  }
}
