import { useApi } from '../../../api/api.ts'
import { ApiProblem } from '../../../api/api-problem.ts'
import { useWords } from '../../../words/use-words.ts'
import { refusedFields } from '../form/refused-fields.ts'
import { type Loaded, loadInvoice } from '../queries.ts'
import { useEditor } from '../use-editor.ts'
import { useFailureText } from './use-failure-text.ts'
import { useShownProblems } from './use-shown-problems.ts'

type Refusal = {
  readonly text: string
  readonly isAnswer: boolean
  /** The invoice as someone else saved it in between. */
  readonly theirs?: Loaded
}

/** Shows why the service refused the form, at its fields where they are known. */
export function useRefusal(): (error: unknown) => Promise<Refusal> {
  const api = useApi()
  const failureText = useFailureText()
  const words = useWords('editor')
  const { form, saved, number } = useEditor()
  const show = useShownProblems()
  return async (error) => {
    const text = failureText(error)
    if (!(error instanceof ApiProblem)) return { text, isAnswer: false }
    if (error.status === 412 && number !== undefined) {
      return { text, isAnswer: true, theirs: await loadInvoice(api, number) }
    }
    const problems = refusedFields(error, form.getValues(), saved)
    show(problems)
    const isSaidAtFields = problems.length > 0 && problems.length === error.fields.length
    return { text: isSaidAtFields ? words.check : text, isAnswer: true }
  }
}
