import { useForm, useWatch } from 'react-hook-form'
import { useSession } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { CheckField, SelectField, TextField } from '../../../ui/field.tsx'
import { useWords } from '../../../words/use-words.ts'
import { EXPIRIES, type Expiry, expiryOf } from './expiry.ts'
import { KeyProblem } from './key-problem.tsx'
import { type NewKey, type Scope, useCreateKey } from './queries.ts'

type Values = {
  readonly label: string
  readonly type: 'bearer' | 'shared-secret'
  readonly scopes: Scope[]
  readonly expiry: Expiry
}
type Props = { readonly onClose: () => void; readonly onMade: (made: NewKey) => void }

/** Nothing is allowed that was not chosen. */
export function CreateKeyDialog({ onClose, onMade }: Props) {
  const words = useWords('developers')
  const entry = useWords('entry')
  const shell = useWords('shell')
  const create = useCreateKey()
  const { register, handleSubmit, control, formState } = useForm<Values>({
    defaultValues: { label: '', type: 'bearer', scopes: [], expiry: 'never' },
  })
  const type = useWatch({ control, name: 'type' })
  const submit = handleSubmit(({ label, type, scopes, expiry }) =>
    create.mutate(
      { label: label.trim(), type, scopes, ...expiryOf(expiry, Date.now()) },
      {
        onSuccess: (made) => {
          onClose()
          onMade(made)
        },
      },
    ),
  )
  return (
    <Dialog isOpen onClose={onClose} title={words.createKey} isQuestion>
      <form className="stack" onSubmit={(event) => void submit(event)} noValidate>
        <KeyProblem error={create.error} />
        <TextField
          label={words.label}
          help={words.labelHelp}
          autoComplete="off"
          maxLength={255}
          problem={formState.errors.label?.message}
          {...register('label', { validate: (text) => (text.trim() !== '' ? true : entry.required) })}
        />
        <SelectField label={words.type} help={words.typeHelp[type]} {...register('type')}>
          <option value="bearer">{words.types.bearer}</option>
          <option value="shared-secret">{words.types['shared-secret']}</option>
        </SelectField>
        <ScopeFields
          problem={formState.errors.scopes?.message}
          register={(scope) => ({
            ...register('scopes', { validate: ({ length }) => (length > 0 ? true : words.chooseScope) }),
            value: scope,
          })}
        />
        <SelectField label={words.expires} {...register('expiry')}>
          {EXPIRIES.map((expiry) => (
            <option key={expiry} value={expiry}>
              {words.expiries[expiry]}
            </option>
          ))}
        </SelectField>
        <DialogActions>
          <Button kind="plain" onClick={onClose} disabled={create.isPending}>
            {shell.cancel}
          </Button>
          <Button type="submit" isBusy={create.isPending}>
            {words.createKey}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

type ScopeProps = { readonly problem: string | undefined; readonly register: (scope: Scope) => object }

function ScopeFields({ problem, register }: ScopeProps) {
  const words = useWords('developers')
  const { mode } = useSession()
  const scopes = Object.keys(words.scopeNames) as readonly Scope[]
  return (
    <fieldset className="scope-fields" aria-describedby={problem === undefined ? undefined : 'scopes-problem'}>
      <legend>{words.scopes}</legend>
      {scopes
        .filter((scope) => scope !== 'sandbox' || mode === 'sandbox')
        .map((scope) => (
          <CheckField key={scope} label={words.scopeNames[scope]} {...register(scope)} />
        ))}
      {problem !== undefined && (
        <div className="field">
          <p className="problem" id="scopes-problem">
            {problem}
          </p>
        </div>
      )}
    </fieldset>
  )
}
