import { useForm } from 'react-hook-form'
import { useFormat } from '../../../format/use-format.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form-problem.tsx'
import { useWords } from '../../../words/use-words.ts'
import { useVerify, type Verified } from './queries.ts'

const HEAD = /^(?:\d{1,18}:[0-9a-f]{64})?$/

/** Follows the chain of seals, and compares it with an end that was kept elsewhere. */
export function VerifyDialog({ onClose }: { readonly onClose: () => void }) {
  const words = useWords('audit')
  const shell = useWords('shell')
  const verify = useVerify()
  const { register, handleSubmit, formState } = useForm({ defaultValues: { head: '' } })
  const submit = handleSubmit(({ head }) => verify.mutate(head.trim() === '' ? undefined : head.trim()))
  return (
    <Dialog isOpen onClose={onClose} title={words.verify}>
      <form className="stack" onSubmit={(event) => void submit(event)} noValidate>
        <FormProblem error={verify.error} />
        {verify.data !== undefined && <Result verified={verify.data} />}
        <TextField
          label={words.keptHead}
          help={words.keptHeadHelp}
          autoComplete="off"
          maxLength={90}
          problem={formState.errors.head?.message}
          {...register('head', { validate: (text) => HEAD.test(text.trim()) || words.keptHeadProblem })}
        />
        <DialogActions>
          <Button kind="plain" onClick={onClose}>
            {shell.close}
          </Button>
          <Button type="submit" isBusy={verify.isPending}>
            {words.check}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function Result({ verified }: { readonly verified: Verified }) {
  const words = useWords('audit')
  const format = useFormat()
  const { isIntact, sealed, unsealed, head, problems, problemCount } = verified
  return (
    <>
      <div className={isIntact ? 'notice success' : 'notice'} role="status">
        <p>
          <b>{isIntact ? words.intactTitle : words.brokenTitle}</b>
        </p>
        <p>
          {isIntact
            ? words.intactText({ sealed: format.count(sealed), unsealed: format.count(unsealed) })
            : words.brokenText({ text: format.count(problemCount) })}
        </p>
        {problems.length > 0 && (
          <ul>
            {problems.map(({ kind, entryId, sequence }) => (
              <li key={`${kind} ${entryId} ${sequence}`}>
                <code>{kind}</code> {sequence !== null && words.entry({ number: format.count(sequence) })}
              </li>
            ))}
          </ul>
        )}
      </div>
      {head !== null && (
        <dl className="rows stacked">
          <div className="fact">
            <dt>{words.head}</dt>
            <dd>
              <code className="value">{head}</code>
              <p className="help">{words.headHelp}</p>
            </dd>
          </div>
        </dl>
      )}
    </>
  )
}
