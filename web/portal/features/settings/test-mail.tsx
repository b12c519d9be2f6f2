import { ApiProblem } from '../../api/api-problem.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { ProblemNotice } from '../../ui/problem.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useWords } from '../../words/use-words.ts'
import { useSendTestMail } from './queries.ts'

/** Sends the mail of a sample invoice to the person who is signed in. */
export function TestMail() {
  const words = useWords('settings')
  const { mutate, isPending, error } = useSendTestMail()
  const isTooMany = error instanceof ApiProblem && error.status === 429
  const send = () =>
    mutate(undefined, { onSuccess: ({ recipient }) => showToast(words.testMailSent({ email: recipient })) })
  return (
    <div className="card">
      {isTooMany ? <ProblemNotice>{words.tooManyTests}</ProblemNotice> : <FormProblem error={error} />}
      <div>
        <Button kind="plain" onClick={send} isBusy={isPending}>
          {words.testMail}
        </Button>
      </div>
      <p className="help">{words.testMailHelp}</p>
    </div>
  )
}
