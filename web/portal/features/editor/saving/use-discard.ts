import { useApi } from '../../../api/api.ts'
import { showToast } from '../../../ui/toast.tsx'
import { useWords } from '../../../words/use-words.ts'
import { pathOf } from '../queries.ts'
import { useEditor } from '../use-editor.ts'
import type { Question } from './questions.tsx'
import { useFailureText } from './use-failure-text.ts'

type Options = {
  readonly forget: () => Promise<void>
  readonly leave: (to: string | undefined) => Promise<void>
  /** Opens a new invoice with the content of this one. */
  readonly onCopy: (number: string) => Promise<void>
}

/** Throws the invoice away: one that is stored is canceled, and nothing is thrown away if that fails. */
export function useDiscard({ forget, leave, onCopy }: Options): (question: Question | undefined) => Promise<void> {
  const api = useApi()
  const words = useWords('editor')
  const failureText = useFailureText()
  const { number } = useEditor()
  const canceled = async (): Promise<boolean> => {
    try {
      if (number !== undefined) await api.post(`${pathOf(number)}/cancelation`, {})
      return true
    } catch (error) {
      showToast(failureText(error))
      return false
    }
  }
  return async (question) => {
    if (!(await canceled())) return
    if (question === 'cancel' && number !== undefined) {
      await forget()
      return onCopy(number)
    }
    showToast(words.discarded)
    return leave(undefined)
  }
}
