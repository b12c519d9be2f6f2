import { useWords } from '../../../words/use-words.ts'
import type { EditorForm } from '../form/editor-form.ts'
import { type Intent, missingFields } from '../form/missing-fields.ts'
import { type ReadForm, readForm, type Saved } from '../form/read-form.ts'
import { useEditor } from '../use-editor.ts'
import { useShownProblems } from './use-shown-problems.ts'

export type Checked = { readonly values: EditorForm; readonly read: ReadForm; readonly problem: string | undefined }

/** Reads the form for a purpose, and shows missing and unreadable texts at their fields. */
export function useCheck(): (intent: Intent, base: Saved | undefined) => Checked {
  const words = useWords('editor')
  const { form, number } = useEditor()
  const show = useShownProblems()
  return (intent, base) => {
    const values = valuesFor(intent, form.getValues(), number)
    const read = readForm(values, base)
    const problems = [...read.problems, ...missingFields(values, intent, base)]
    form.clearErrors()
    show(problems)
    return { values, read, problem: problems.length > 0 ? words.check : undefined }
  }
}

/** A new invoice that is published without email has no delivery by email either. */
function valuesFor(intent: Intent, typed: EditorForm, number: string | undefined): EditorForm {
  return intent === 'publish' && number === undefined ? { ...typed, delivery: 'None' } : typed
}
