// pure
import type { EditorForm } from './editor-form.ts'
import { formPlaceOf } from './field-places.ts'
import type { Saved } from './read-form.ts'

export type SavedWarning = {
  readonly field: string
  readonly reason: string
  readonly message: string
  /** The field of the form; undefined if the editor does not show it. */
  readonly path: string | undefined
}

/** Another total than the sum is said beside the totals. */
const SAID_ELSEWHERE = 'AMOUNTS_DIFFER'
const HIDDEN_WITH: Readonly<Record<string, (form: EditorForm) => boolean>> = {
  minimum: ({ isPartialAllowed }) => !isPartialAllowed,
}

/** The warnings of the service about the saved invoice, each with its field as far as that is shown. */
export function savedWarnings(saved: Saved | undefined): readonly SavedWarning[] {
  if (saved === undefined) return []
  return (saved.body.warnings ?? [])
    .filter(({ reason }) => reason !== SAID_ELSEWHERE)
    .map(({ field, reason, message }) => {
      const path = formPlaceOf(field, saved.form, saved)
      const isShown = path !== undefined && HIDDEN_WITH[path]?.(saved.form) !== true
      return { field, reason, message, path: isShown ? path : undefined }
    })
}
