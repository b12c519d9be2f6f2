import { ApiProblem, ConnectionLost } from '../api/api-problem.ts'
import { useWords } from '../words/use-words.ts'
import { ProblemNotice } from './problem.tsx'

/** Says above a form why it failed, unless one of its fields says it. */
export function FormProblem({ error }: { readonly error: Error | null }) {
  const words = useWords('shell')
  if (error === null || (error instanceof ApiProblem && error.fields.length > 0)) return null
  if (error instanceof ConnectionLost) return <ProblemNotice>{words.connectionLostText}</ProblemNotice>
  const isTooMany = error instanceof ApiProblem && error.status === 429
  return <ProblemNotice>{isTooMany ? words.tooManyRequests : words.failedText}</ProblemNotice>
}
