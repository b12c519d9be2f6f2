import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiProblem } from '../../api/api-problem.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { QrImage } from '../../ui/qr-image.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useWords } from '../../words/use-words.ts'
import { useConfirmCodes, useStartCodes, useTurnOffCodes } from './queries.ts'

/** One-time codes: set up with an authenticator app, or turned off. */
export function Codes() {
  const words = useWords('people')
  const { person, mustSetUpCodes } = useSession()
  const start = useStartCodes()
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>()
  return (
    <section className="card" aria-labelledby="codes">
      <h2 id="codes">{words.codesTitle}</h2>
      {mustSetUpCodes && <p className="notice warning">{words.codesRequired}</p>}
      {recoveryCodes !== undefined ? (
        <RecoveryCodes codes={recoveryCodes} onSaved={() => setRecoveryCodes(undefined)} />
      ) : person.hasCodes ? (
        <CodesAreOn />
      ) : start.data === undefined ? (
        <>
          <p>{words.codesText}</p>
          <FormProblem error={start.error} />
          <div>
            <Button kind="plain" isBusy={start.isPending} onClick={() => start.mutate()}>
              {words.setUpCodes}
            </Button>
          </div>
        </>
      ) : (
        <SetUp {...start.data} onOn={setRecoveryCodes} />
      )}
    </section>
  )
}

type SetUpProps = {
  readonly secret: string
  readonly uri: string
  readonly onOn: (recoveryCodes: readonly string[]) => void
}

function SetUp({ secret, uri, onOn }: SetUpProps) {
  const words = useWords('people')
  const confirm = useConfirmCodes()
  const { register, handleSubmit } = useForm({ defaultValues: { code: '' } })
  const submit = handleSubmit(({ code }) =>
    confirm.mutate({ code: code.replaceAll(/\s/g, '') }, { onSuccess: ({ recoveryCodes }) => onOn(recoveryCodes) }),
  )
  const isWrong = confirm.error instanceof ApiProblem && confirm.error.reasonOf('code') !== undefined
  return (
    <form className="stack" onSubmit={(event) => void submit(event)} noValidate>
      <p>{words.scan}</p>
      <QrImage text={uri} label={words.scan} />
      <p>
        {words.orKey} <code className="value">{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <FormProblem error={confirm.error} />
      <TextField
        label={words.codeOfApp}
        inputMode="numeric"
        autoComplete="one-time-code"
        problem={isWrong ? words.codeWrong : undefined}
        {...register('code')}
      />
      <div>
        <Button type="submit" isBusy={confirm.isPending}>
          {words.turnOn}
        </Button>
      </div>
    </form>
  )
}

function RecoveryCodes({ codes, onSaved }: { readonly codes: readonly string[]; readonly onSaved: () => void }) {
  const words = useWords('people')
  const shell = useWords('shell')
  const copy = () => void navigator.clipboard.writeText(codes.join('\n')).then(() => showToast(shell.copied))
  return (
    <div className="stack">
      <p className="notice success">{words.codesAreOn}</p>
      <h3>{words.recoveryTitle}</h3>
      <p>{words.recoveryText}</p>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="actions">
        <Button kind="plain" onClick={copy}>
          {shell.copy}
        </Button>
        <Button onClick={onSaved}>{words.saved}</Button>
      </div>
    </div>
  )
}

function CodesAreOn() {
  const words = useWords('people')
  const turnOff = useTurnOffCodes()
  const [isAsking, setAsking] = useState(false)
  const done = () => {
    setAsking(false)
    showToast(words.codesAreOff)
  }
  return (
    <>
      <p>{words.codesAreOn}</p>
      <div>
        <Button kind="plain" onClick={() => setAsking(true)}>
          {words.turnOff}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={words.turnOffTitle}
        confirmLabel={words.turnOff}
        isDanger
        isBusy={turnOff.isPending}
        onConfirm={() => turnOff.mutate(undefined, { onSuccess: done })}
      >
        <FormProblem error={turnOff.error} />
        <p>{words.turnOffText}</p>
      </ConfirmDialog>
    </>
  )
}
