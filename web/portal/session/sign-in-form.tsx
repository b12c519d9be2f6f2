import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ConnectionLost } from '../api/api-problem.ts'
import { Button } from '../ui/button.tsx'
import { CheckField, TextField } from '../ui/field.tsx'
import { ProblemNotice } from '../ui/problem.tsx'
import { useWords } from '../words/use-words.ts'
import type { Session } from './session.ts'
import { type SignInResult, signIn } from './sign-in.ts'

type Props = {
  readonly onSignedIn: (session: Session) => void
  /** Given where the person is known: in the dialog over a page. */
  readonly email?: string
  readonly hasKeepSignedIn?: boolean
  /** Below the button: a link for people without their password. */
  readonly forgotten?: ReactNode
}

type Values = { email: string; password: string; code: string; keepSignedIn: boolean }

/** Email address and password, then a code if the person has codes. */
export function SignInForm({ onSignedIn, email = '', hasKeepSignedIn = true, forgotten }: Props) {
  const words = useWords('session')
  const shell = useWords('shell')
  const form = useForm<Values>({ defaultValues: { email, password: '', code: '', keepSignedIn: false } })
  const [refusal, setRefusal] = useState<SignInResult | 'failed' | 'away'>()
  const [asksForCode, setAsksForCode] = useState(false)

  const show = (result: SignInResult) => {
    const isQuestion = result.outcome === 'codeRequired'
    if (isQuestion) setAsksForCode(true)
    setRefusal(isQuestion ? undefined : result)
    form.setFocus(result.outcome === 'wrongCredentials' ? 'password' : 'code')
  }
  const submit = form.handleSubmit(async ({ code, ...values }) => {
    try {
      const result = await signIn({ ...values, ...(code.trim() === '' ? {} : { code: code.trim() }) })
      if (result.outcome === 'signedIn') return onSignedIn(result.session)
      show(result)
    } catch (error) {
      setRefusal(error instanceof ConnectionLost ? 'away' : 'failed')
    }
  })

  const { isSubmitting } = form.formState
  return (
    <form className="stack" onSubmit={(event) => void submit(event)} noValidate>
      {refusal !== undefined && <ProblemNotice>{refusalText(refusal, words, shell.connectionLostText)}</ProblemNotice>}
      <TextField
        label={words.email}
        type="email"
        autoComplete="username"
        inputMode="email"
        autoFocus={email === ''}
        required
        readOnly={email !== ''}
        {...form.register('email', { required: true })}
      />
      <TextField
        label={words.password}
        type="password"
        autoComplete="current-password"
        required
        {...form.register('password', { required: true })}
      />
      {asksForCode && (
        <TextField
          label={words.code}
          help={words.codeHelp}
          autoComplete="one-time-code"
          autoFocus
          {...form.register('code')}
        />
      )}
      {hasKeepSignedIn && <CheckField label={words.keepSignedIn} {...form.register('keepSignedIn')} />}
      <Button type="submit" isWide isBusy={isSubmitting} busyLabel={words.signingIn}>
        {words.signIn}
      </Button>
      {forgotten}
    </form>
  )
}

type SessionWords = ReturnType<typeof useWords<'session'>>

function refusalText(refusal: SignInResult | 'failed' | 'away', words: SessionWords, away: string): string {
  if (refusal === 'away') return away
  if (refusal === 'failed') return words.failed
  switch (refusal.outcome) {
    case 'tooManyAttempts':
      return words.tooManyAttempts({ minutes: refusal.minutes })
    case 'wrongCode':
      return words.wrongCode
    case 'wrongCredentials':
      return words.wrongCredentials
    case 'codeRequired':
    case 'signedIn':
      return ''
  }
}
