import { useApi } from '../../../api/api.ts'
import { showToast } from '../../../ui/toast.tsx'
import { useWords } from '../../../words/use-words.ts'
import { pathOf } from '../queries.ts'
import { useEditor } from '../use-editor.ts'
import { useFailureText } from './use-failure-text.ts'

/** Sends the link of a changed address; the invoice itself is saved already, so a failure is only named. */
export function useSendAgain(email: string): () => Promise<void> {
  const api = useApi()
  const words = useWords('editor')
  const failureText = useFailureText()
  const { number = '' } = useEditor()
  return async () => {
    try {
      await api.post(`${pathOf(number)}/delivery`, {}, { headers: { 'idempotency-key': crypto.randomUUID() } })
      showToast(words.sent({ email }))
    } catch (error) {
      showToast(failureText(error))
    }
  }
}
