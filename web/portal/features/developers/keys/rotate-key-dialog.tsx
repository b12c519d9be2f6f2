import { useForm } from 'react-hook-form'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { useWords } from '../../../words/use-words.ts'
import { EXPIRIES, type Expiry, expiryOf } from './expiry.ts'
import { KeyProblem } from './key-problem.tsx'
import { type Key, type NewKey, useRotateKey } from './queries.ts'

/** In hours. */
const OVERLAPS = [0, 1, 24, 168, 744] as const

type Props = { readonly apiKey: Key; readonly onClose: () => void; readonly onMade: (made: NewKey) => void }

/** Replaces a key; the old one goes on working while programs switch. */
export function RotateKeyDialog({ apiKey, onClose, onMade }: Props) {
  const words = useWords('developers')
  const shell = useWords('shell')
  const rotate = useRotateKey(apiKey.keyId)
  const { register, handleSubmit } = useForm<{ overlap: string; expiry: Expiry }>({
    defaultValues: { overlap: '24', expiry: 'never' },
  })
  const submit = handleSubmit(({ overlap, expiry }) =>
    rotate.mutate(
      { overlapHours: Number(overlap), ...expiryOf(expiry, Date.now()) },
      {
        onSuccess: (made) => {
          onClose()
          onMade(made)
        },
      },
    ),
  )
  return (
    <Dialog isOpen onClose={onClose} title={words.rotateTitle({ name: apiKey.label })} isQuestion>
      <form className="stack" onSubmit={(event) => void submit(event)} noValidate>
        <KeyProblem error={rotate.error} />
        <p>{words.rotateText}</p>
        <SelectField label={words.overlap} {...register('overlap')}>
          {OVERLAPS.map((hours) => (
            <option key={hours} value={hours}>
              {words.overlaps[hours]}
            </option>
          ))}
        </SelectField>
        <SelectField label={words.expires} {...register('expiry')}>
          {EXPIRIES.map((expiry) => (
            <option key={expiry} value={expiry}>
              {words.expiries[expiry]}
            </option>
          ))}
        </SelectField>
        <DialogActions>
          <Button kind="plain" onClick={onClose} disabled={rotate.isPending}>
            {shell.cancel}
          </Button>
          <Button type="submit" isBusy={rotate.isPending}>
            {words.rotateConfirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
