import { Link } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { EntryFrame } from '../../ui/entry-frame.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { useWords } from '../../words/use-words.ts'
import { useAskForReset } from './queries.ts'

/** Asks for a link to choose a new password. The answer is the same for unknown addresses. */
export function ResetPage() {
  const words = useWords('entry')
  const ask = useAskForReset()
  const { register, handleSubmit, formState, getValues } = useForm({ defaultValues: { email: '' } })
  if (ask.isSuccess) {
    return (
      <EntryFrame title={words.checkMail}>
        <p className="value">{words.linkSent({ email: getValues('email').trim() })}</p>
        <Link to="/sign-in">{words.backToSignIn}</Link>
      </EntryFrame>
    )
  }
  const submit = handleSubmit(({ email }) => ask.mutate({ email: email.trim() }))
  return (
    <EntryFrame title={words.resetTitle}>
      <form className="stack" onSubmit={(event) => void submit(event)} noValidate>
        <FormProblem error={ask.error} />
        <p>{words.resetIntro}</p>
        <TextField
          label={words.email}
          type="email"
          autoComplete="username"
          autoFocus
          problem={formState.errors.email?.message}
          {...register('email', { validate: (email) => (/^\s*\S+@\S+\s*$/.test(email) ? true : words.invalidEmail) })}
        />
        <Button type="submit" isWide isBusy={ask.isPending}>
          {words.sendLink}
        </Button>
        <Link to="/sign-in">{words.backToSignIn}</Link>
      </form>
    </EntryFrame>
  )
}
