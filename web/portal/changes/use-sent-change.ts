import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { refusalSentence } from '../../../src/kernel/action-not-allowed.ts'
import { type Api, useApi } from '../api/api.ts'
import { ApiProblem, ConnectionLost } from '../api/api-problem.ts'
import { showToast } from '../ui/toast.tsx'
import { useWords } from '../words/use-words.ts'

/** Headers by which a repeated press of a button is one request to the service. */
type Once = { readonly headers: Readonly<Record<string, string>> }
/** The message when it is done. */
type Done = string | ((result: unknown) => string)
type Sent<Input> = { readonly input: Input; readonly done: Done }
type SendChange<Input> = (api: Api, input: Input, once: Once) => Promise<unknown>

/**
 * Sends one change from a dialog: busy while it runs, a toast when it is done, its refusal as a sentence. Everything that
 * is shown of the organization is asked for again.
 */
export function useSentChange<Input>(send: SendChange<Input>, onDone: () => void) {
  const api = useApi()
  const client = useQueryClient()
  const problemOf = useProblemText()
  // One key for each opened dialog: after a lost connection the same request can be sent again.
  const key = useRef('')
  const refresh = () => client.invalidateQueries({ queryKey: [api.organizationId] })
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ input }: Sent<Input>) => send(api, input, { headers: { 'idempotency-key': key.current } }),
    // Not with the call: the page as it is now may be without the dialog.
    onSuccess: async (result, { done }) => {
      key.current = ''
      await refresh()
      showToast(typeof done === 'string' ? done : done(result))
      onDone()
    },
    onError: (failure) => {
      // The service answered: the next one is another request.
      if (!(failure instanceof ConnectionLost)) key.current = ''
      return refresh()
    },
  })
  const change = (input: Input, done: Done) => {
    key.current ||= crypto.randomUUID()
    mutate({ input, done })
  }
  return { change, isBusy: isPending, problem: problemOf(error), error }
}

/** A failure as a sentence for the person; undefined while there is none. */
export function useProblemText(): (error: Error | null) => string | undefined {
  const shell = useWords('shell')
  const refusals = useWords('detail').refusals
  return (error) => {
    if (error === null) return undefined
    if (error instanceof ConnectionLost) return shell.connectionLostText
    if (!(error instanceof ApiProblem) || error.status >= 500) return shell.failedText
    const sentence = refusalSentence(error.message)
    return refusals[sentence] ?? (sentence === '' ? shell.failedText : sentence)
  }
}
