import type { FormProblem } from '../form/read-form.ts'
import { messageOf } from '../problem-text.tsx'
import { type FieldPath, useEditor } from '../use-editor.ts'

/** Shows problems at their fields, and leads to the first one. */
export function useShownProblems(): (problems: readonly FormProblem[]) => void {
  const { form } = useEditor()
  return (problems) => {
    for (const { path, problem } of problems) {
      form.setError(path as FieldPath, { type: 'form', message: messageOf(problem) })
    }
    const [first] = problems
    if (first !== undefined) focusOn(first.path)
  }
}

function focusOn(path: string): void {
  document.querySelector<HTMLElement>(`.editor [name="${CSS.escape(path)}"]`)?.focus()
}
