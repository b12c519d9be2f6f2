import { ApiProblem } from '../../../api/api-problem.ts'
import { FormProblem } from '../../../ui/form-problem.tsx'
import { ProblemNotice } from '../../../ui/problem.tsx'
import { useWords } from '../../../words/use-words.ts'

/** Says why a key was not made. */
export function KeyProblem({ error }: { readonly error: Error | null }) {
  const words = useWords('developers')
  const reason = error instanceof ApiProblem ? error.reason : ''
  if (reason === 'TOO_MANY_KEYS') return <ProblemNotice>{words.tooManyKeys}</ProblemNotice>
  if (reason === 'KEY_ENDED') return <ProblemNotice>{words.keyEnded}</ProblemNotice>
  return <FormProblem error={error} />
}
