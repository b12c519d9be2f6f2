import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useWords } from '../../words/use-words.ts'
import { type SavedWarning, savedWarnings } from './form/saved-warnings.ts'
import { type FieldPath, useEditor } from './use-editor.ts'

/** Warnings of the service about fields of the saved invoice that the editor does not show. */
export function SavedNotices() {
  const { saved } = useEditor()
  const others = savedWarnings(saved).filter(({ path }) => path === undefined)
  return others.map((warning) => (
    <p key={`${warning.field} ${warning.reason}`} className="notice warning">
      <Warning warning={warning} />
    </p>
  ))
}

/** The service's warning about a field, until its text changes; undefined if there is none. */
export function useFieldWarning(name: FieldPath) {
  const { saved } = useEditor()
  const warning = savedWarnings(saved).find(({ path }) => path === name)
  return warning && <FieldWarning name={name} warning={warning} />
}

function FieldWarning({ name, warning }: { readonly name: FieldPath; readonly warning: SavedWarning }) {
  const { form } = useEditor()
  const text = useWatch({ control: form.control, name })
  const [before] = useState(text)
  return text === before ? (
    <span className="field-warning">
      <Warning warning={warning} />
    </span>
  ) : null
}

/** In the reader's language where it has words for it. */
function Warning({ warning: { reason, message } }: { readonly warning: SavedWarning }) {
  const words = useWords('editor')
  const known = (words.warnings as Readonly<Record<string, string>>)[reason]
  return known ?? <span lang="en">{message}</span>
}
