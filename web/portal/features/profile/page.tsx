import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { ApiProblem } from '../../api/api-problem.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Page } from '../../ui/page.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { passwordProblem } from '../../ui/password-problem.ts'
import { showToast } from '../../ui/toast.tsx'
import { useWords } from '../../words/use-words.ts'
import { Codes } from './codes.tsx'
import { useChangePassword, useSaveName } from './queries.ts'
import { Sessions } from './sessions.tsx'

/** One's own name, password, one-time codes and sessions. */
export function ProfilePage() {
  const words = useWords('people')
  const shell = useWords('shell')
  const { person } = useSession()
  return (
    // No frame of an organization surrounds this page.
    <main id="content">
      <Page
        title={words.profileTitle}
        back={
          <Link to="/" className="back-link">
            <ArrowLeft size={16} aria-hidden="true" />
            {shell.home}
          </Link>
        }
      >
        <div className="settings">
          <section className="card">
            <p className="quiet value">{person.email}</p>
            <NameForm name={person.name} />
          </section>
          <section className="card" aria-labelledby="password">
            <h2 id="password">{words.passwordTitle}</h2>
            <PasswordForm />
          </section>
          <Codes />
          <Sessions />
        </div>
      </Page>
    </main>
  )
}

function NameForm({ name }: { readonly name: string }) {
  const words = useWords('people')
  const entry = useWords('entry')
  const save = useSaveName()
  const { register, handleSubmit, formState } = useForm({ values: { name } })
  const submit = handleSubmit((given) =>
    save.mutate({ name: given.name.trim() }, { onSuccess: () => showToast(words.nameSaved) }),
  )
  return (
    <form className="stack" onSubmit={(event) => void submit(event)} noValidate>
      <FormProblem error={save.error} />
      <TextField
        label={words.name}
        autoComplete="name"
        maxLength={100}
        problem={formState.errors.name?.message}
        {...register('name', { validate: (text) => (text.trim() !== '' ? true : entry.required) })}
      />
      <div>
        <Button type="submit" kind="plain" isBusy={save.isPending} disabled={!formState.isDirty}>
          {words.saveName}
        </Button>
      </div>
    </form>
  )
}

function PasswordForm() {
  const words = useWords('people')
  const entry = useWords('entry')
  const change = useChangePassword()
  const { register, handleSubmit, formState, reset } = useForm({
    defaultValues: { currentPassword: '', newPassword: '' },
  })
  const submit = handleSubmit((given) =>
    change.mutate(given, {
      onSuccess: () => {
        reset()
        showToast(words.passwordChanged)
      },
    }),
  )
  const isWrong = change.error instanceof ApiProblem && change.error.reasonOf('currentPassword') !== undefined
  const tooShort = entry.passwordProblems.TOO_SHORT
  return (
    <form className="stack" onSubmit={(event) => void submit(event)} noValidate>
      <FormProblem error={change.error} />
      <PasswordField
        label={words.currentPassword}
        autoComplete="current-password"
        problem={formState.errors.currentPassword?.message ?? (isWrong ? words.wrongPassword : undefined)}
        {...register('currentPassword', { validate: (text) => (text !== '' ? true : entry.required) })}
      />
      <PasswordField
        label={words.newPassword}
        help={entry.passwordHelp}
        autoComplete="new-password"
        problem={formState.errors.newPassword?.message ?? passwordProblem(change.error, entry, 'newPassword')}
        {...register('newPassword', { validate: ({ length }) => (length >= 12 ? true : tooShort) })}
      />
      <div>
        <Button type="submit" kind="plain" isBusy={change.isPending}>
          {words.changePassword}
        </Button>
      </div>
    </form>
  )
}
