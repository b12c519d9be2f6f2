import { ApiProblem, ConnectionLost } from '../../../api/api-problem.ts'
import { useWords } from '../../../words/use-words.ts'

/** The reason of a failed request for the reader. An error of the page itself is not one. */
export function useFailureText(): (error: unknown) => string {
  const shell = useWords('shell')
  const { refusals } = useWords('detail')
  return (error) => {
    if (error instanceof ConnectionLost) return shell.connectionLostText
    if (!(error instanceof ApiProblem)) throw error
    if (error.status >= 500 || error.message === '') return shell.failedText
    return refusals[error.message] ?? error.message
  }
}
