import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { ApiProblem } from '../api/api-problem.ts'
import { request } from '../api/request.ts'
import { sessionIsOver } from '../api/session-gate.ts'
import { ROOT_PATH } from '../page-facts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { useWords } from '../words/use-words.ts'
import { type Session, sessionQuery } from './session.ts'
import { SignInForm } from './sign-in-form.tsx'

type Props = { readonly onAnswer: (isPassed: boolean) => void; readonly session: Session | undefined }

export function ExpiredDialog({ onAnswer, session }: Props) {
  const words = useWords('session')
  const client = useQueryClient()
  const leave = () => {
    sessionIsOver()
    onAnswer(false)
    location.assign(`${ROOT_PATH}/sign-in`)
  }
  const goOn = (next: Session) => {
    client.setQueryData(sessionQuery.queryKey, next)
    onAnswer(true)
  }
  return (
    <Dialog
      isOpen
      onClose={leave}
      title={words.expiredTitle}
      isQuestion
      initialFocus={() => document.querySelector<HTMLElement>('.dialog input[type=password]')}
    >
      <p className="quiet">{words.expiredText}</p>
      <SignInForm email={session?.person.email ?? ''} hasKeepSignedIn={false} onSignedIn={goOn} />
      <Button kind="quiet" onClick={leave}>
        {words.anotherPerson}
      </Button>
    </Dialog>
  )
}

export function ConfirmationDialog({ onAnswer, session }: Props) {
  const words = useWords('session')
  const shell = useWords('shell')
  const form = useForm({ defaultValues: { secret: '' } })
  const hasCodes = session?.person.hasCodes ?? false
  const submit = form.handleSubmit(async ({ secret }) => {
    try {
      const isCode = hasCodes && /^\d{6}$/.test(secret.trim())
      const body = isCode ? { code: secret.trim() } : { password: secret }
      await request('/organizations/v1/session/confirmation', { method: 'POST', body, isSignIn: true })
      onAnswer(true)
    } catch (error) {
      const isRefused = error instanceof ApiProblem && error.status < 500
      form.setError('secret', { message: isRefused ? words.notConfirmed : shell.failedText }, { shouldFocus: true })
    }
  })
  const { errors, isSubmitting } = form.formState
  return (
    <Dialog isOpen onClose={() => onAnswer(false)} title={words.confirmTitle} isQuestion>
      <form className="stack" onSubmit={(event) => void submit(event)}>
        <p className="quiet">{hasCodes ? words.confirmTextWithCodes : words.confirmText}</p>
        <TextField
          label={hasCodes ? words.passwordOrCode : words.password}
          type="password"
          autoComplete="current-password"
          required
          problem={errors.secret?.message}
          {...form.register('secret', { required: true })}
        />
        <DialogActions>
          <Button kind="plain" onClick={() => onAnswer(false)}>
            {shell.cancel}
          </Button>
          <Button type="submit" isBusy={isSubmitting} busyLabel={words.confirming}>
            {words.confirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
