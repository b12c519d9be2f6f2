import type { FormProblem } from '../form/read-form.ts'
import { messageOf } from '../problem-text.tsx'
import { type FieldPath, useEditor } from '../use-editor.ts'

/** Shows problems at their fields, and leads to the one that stands first on the page. */
export function useShownProblems(): (problems: readonly FormProblem[]) => void {
  const { form } = useEditor()
  return (problems) => {
    for (const { path, problem } of problems) {
      form.setError(path as FieldPath, { type: 'form', message: messageOf(problem) })
    }
    focusOnFirst(problems.map(({ path }) => path))
  }
}

function focusOnFirst(paths: readonly string[]): void {
  if (paths.length === 0) return
  const fields = paths.map((path) => `.editor [name="${CSS.escape(path)}"]`)
  document.querySelector<HTMLElement>(fields.join())?.focus()
}
