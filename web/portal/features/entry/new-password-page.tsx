import { Link, useSearch } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { EntryFrame } from '../../ui/entry-frame.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { isInvalidLink, passwordProblem } from '../../ui/password-problem.ts'
import { useWords } from '../../words/use-words.ts'
import { useNewPassword } from './queries.ts'

/** Chooses a new password by the link of a mail. */
export function NewPasswordPage() {
  const words = useWords('entry')
  const { token = '' } = useSearch({ from: '/reset/new' })
  const save = useNewPassword(token)
  const { register, handleSubmit, formState } = useForm({ defaultValues: { password: '' } })
  if (token === '' || isInvalidLink(save.error)) {
    return (
      <EntryFrame title={words.linkInvalidTitle}>
        <p>{words.linkInvalid}</p>
        <Link to="/reset">{words.askAgain}</Link>
      </EntryFrame>
    )
  }
  if (save.isSuccess) {
    return (
      <EntryFrame title={words.newPasswordTitle}>
        <p className="notice success">{words.passwordSaved}</p>
        <Link to="/sign-in">{words.backToSignIn}</Link>
      </EntryFrame>
    )
  }
  const submit = handleSubmit(({ password }) => save.mutate({ password }))
  const tooShort = words.passwordProblems.TOO_SHORT
  return (
    <EntryFrame title={words.newPasswordTitle}>
      <form className="stack" onSubmit={(event) => void submit(event)} noValidate>
        <FormProblem error={save.error} />
        <PasswordField
          label={words.newPassword}
          help={words.passwordHelp}
          autoComplete="new-password"
          autoFocus
          problem={formState.errors.password?.message ?? passwordProblem(save.error, words)}
          {...register('password', { validate: ({ length }) => (length >= 12 ? true : tooShort) })}
        />
        <Button type="submit" isWide isBusy={save.isPending}>
          {words.savePassword}
        </Button>
      </form>
    </EntryFrame>
  )
}
