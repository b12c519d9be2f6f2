import { useRef } from 'react'
import { refusalSentence } from '../../../../src/kernel/action-not-allowed.ts'
import { ApiProblem, ConnectionLost } from '../../api/api-problem.ts'
import { showToast } from '../../ui/toast.tsx'
import { useWords } from '../../words/use-words.ts'
import { type InvoiceChange, useInvoiceChange } from './queries.ts'

/** Sends one change from a dialog: busy while it runs, a toast when it is done, its refusal as a sentence. */
export function useChange(number: string, onDone: () => void) {
  const { mutate, isPending, error } = useInvoiceChange(number)
  const shell = useWords('shell')
  const detail = useWords('detail')
  // One key for each opened dialog: after a lost connection the same request can be sent again.
  const key = useRef('')
  const change = (input: InvoiceChange, done: string | ((result: unknown) => string)) => {
    key.current ||= crypto.randomUUID()
    mutate(
      { change: input, key: key.current },
      {
        onSuccess: (result) => {
          showToast(typeof done === 'string' ? done : done(result))
          onDone()
        },
        onError: (failure) => {
          // The service answered: the next one is another request.
          if (!(failure instanceof ConnectionLost)) key.current = ''
        },
      },
    )
  }
  return { change, isBusy: isPending, problem: problemText(error, { ...shell, refusals: detail.refusals }) }
}

type Wording = {
  readonly connectionLostText: string
  readonly tooManyRequests: string
  readonly failedText: string
  readonly refusals: Readonly<Record<string, string>>
}

function problemText(error: Error | null, words: Wording): string | undefined {
  if (error === null) return undefined
  if (error instanceof ConnectionLost) return words.connectionLostText
  if (!(error instanceof ApiProblem)) return words.failedText
  if (error.status >= 500) return words.failedText
  const sentence = refusalSentence(error.message)
  return words.refusals[sentence] ?? (sentence === '' ? words.failedText : sentence)
}
