import { ApiProblem } from '../../../api/api-problem.ts'
import { Button } from '../../../ui/button.tsx'
import { FormProblem } from '../../../ui/form-problem.tsx'
import { ProblemNotice } from '../../../ui/problem.tsx'
import { useWords } from '../../../words/use-words.ts'
import type { useCreateSigningKey } from './queries.ts'

type Props = { readonly error: Error | null; readonly makeKey: ReturnType<typeof useCreateSigningKey> }

/** Says why a webhook was not saved. A signing key that is missing is made here. */
export function WebhookProblem({ error, makeKey }: Props) {
  const words = useWords('webhooks')
  const reason = error instanceof ApiProblem ? error.reason : ''
  if (reason === 'TOO_MANY_WEBHOOKS') return <ProblemNotice>{words.tooMany}</ProblemNotice>
  if (reason !== 'SIGNING_KEY_MISSING') return <FormProblem error={error} />
  if (makeKey.data !== undefined) return null
  return (
    <div className="notice warning" role="alert">
      <p>{words.signingKeyMissing}</p>
      <FormProblem error={makeKey.error} />
      <div>
        <Button kind="plain" isCompact isBusy={makeKey.isPending} onClick={() => makeKey.mutate()}>
          {words.signingKeyConfirm}
        </Button>
      </div>
    </div>
  )
}
