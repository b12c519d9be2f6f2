import { ApiProblem, ConnectionLost } from '../../../api/api-problem.ts'
import { useWords } from '../../../words/use-words.ts'

/** Why an order or an action was refused, as a sentence; undefined without a failure. */
export function useProblemText(error: Error | null): string | undefined {
  const shell = useWords('shell')
  const words = useWords('reports')
  if (error === null) return undefined
  if (error instanceof ConnectionLost) return shell.connectionLostText
  if (!(error instanceof ApiProblem) || error.status >= 500) return shell.failedText
  const known = (words.refusals as Readonly<Record<string, string>>)[error.reason]
  if (known !== undefined) return known
  if (error.status === 429) return shell.tooManyRequests
  return error.message === '' ? shell.failedText : error.message
}
