import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { sessionQuery } from '../../session/session.ts'
import { signOut } from '../../session/sign-in.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EntryFrame } from '../../ui/entry-frame.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { passwordProblem } from '../../ui/password-problem.ts'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { useWords } from '../../words/use-words.ts'
import { invitationQuery, useAccept } from './queries.ts'

/** Accepts an invitation: a new person chooses a name and a password; a known one signs in first. */
export function InvitationPage() {
  const words = useWords('entry')
  const roles = useWords('people').roles
  const { token = '' } = useSearch({ from: '/invitation' })
  const { data: invitation, error, isPending } = useQuery({ ...invitationQuery(token), enabled: token !== '' })
  if (token === '' || error !== null) {
    return (
      <EntryFrame title={words.linkInvalidTitle}>
        <p>{words.linkInvalid}</p>
        <p>{words.askForInvitation}</p>
        <Link to="/sign-in">{words.backToSignIn}</Link>
      </EntryFrame>
    )
  }
  if (isPending) {
    return (
      <EntryFrame title={words.accept}>
        <SkeletonLines count={3} />
      </EntryFrame>
    )
  }
  const { email, role, organizationName, hasPassword } = invitation
  return (
    <EntryFrame title={words.join({ organization: organizationName })}>
      <p className="value">{words.invitedAs({ email, role: roles[role] })}</p>
      {hasPassword ? <AcceptSignedIn token={token} email={email} /> : <AcceptAsNew token={token} email={email} />}
    </EntryFrame>
  )
}

type Props = { readonly token: string; readonly email: string }

function useAccepted() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    // Not the invitation, which is used up.
    await client.invalidateQueries({ queryKey: sessionQuery.queryKey })
    await navigate({ to: '/' })
  }
}

function AcceptAsNew({ token, email }: Props) {
  const words = useWords('entry')
  const accept = useAccept(token)
  const accepted = useAccepted()
  const { register, handleSubmit, formState } = useForm({ defaultValues: { name: '', password: '' } })
  const submit = handleSubmit((given) => accept.mutate(given, { onSuccess: () => void accepted() }))
  const tooShort = words.passwordProblems.TOO_SHORT
  return (
    <form className="stack" onSubmit={(event) => void submit(event)} noValidate>
      <FormProblem error={accept.error} />
      {/* Lets password managers store the address with the password. */}
      <input
        type="email"
        className="hidden-text"
        autoComplete="username"
        value={email}
        readOnly
        tabIndex={-1}
        aria-hidden
      />
      <TextField
        label={words.yourName}
        autoComplete="name"
        autoFocus
        problem={formState.errors.name?.message}
        {...register('name', { validate: (name) => (name.trim() !== '' ? true : words.required) })}
      />
      <PasswordField
        label={words.password}
        help={words.passwordHelp}
        autoComplete="new-password"
        problem={formState.errors.password?.message ?? passwordProblem(accept.error, words)}
        {...register('password', { validate: ({ length }) => (length >= 12 ? true : tooShort) })}
      />
      <Button type="submit" isWide isBusy={accept.isPending}>
        {words.accept}
      </Button>
    </form>
  )
}

function AcceptSignedIn({ token, email }: Props) {
  const words = useWords('entry')
  const { data: session } = useQuery(sessionQuery)
  const accept = useAccept(token)
  const accepted = useAccepted()
  if (session === undefined) {
    const to = `/invitation?token=${encodeURIComponent(token)}`
    return (
      <>
        <p>{words.signInToAccept}</p>
        <Link to="/sign-in" search={{ to }} className={buttonClass({ isWide: true })}>
          {words.signIn}
        </Link>
      </>
    )
  }
  if (session.person.email.toLowerCase() !== email.toLowerCase()) {
    return (
      <>
        <p className="value">{words.otherPerson({ email })}</p>
        <Button isWide onClick={() => void signOut()}>
          {words.signOut}
        </Button>
      </>
    )
  }
  return (
    <>
      <FormProblem error={accept.error} />
      <Button isWide isBusy={accept.isPending} onClick={() => accept.mutate({}, { onSuccess: () => void accepted() })}>
        {words.accept}
      </Button>
    </>
  )
}
