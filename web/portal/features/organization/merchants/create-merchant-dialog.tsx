import { useForm, useWatch } from 'react-hook-form'
import { ApiProblem } from '../../../api/api-problem.ts'
import { useOrganization } from '../../../session/organization.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form-problem.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useWords } from '../../../words/use-words.ts'
import { isMerchantId, suggestedId } from './merchant-id.ts'
import { type MerchantMade, useCreateMerchant } from './queries.ts'

type Values = {
  readonly name: string
  /** Empty as long as the suggested one is taken. */
  readonly id: string
  readonly timeZone: string
  readonly email: string
}
type Props = { readonly onClose: () => void; readonly onLink: (link: string) => void }

const TIME_ZONES = Intl.supportedValuesOf('timeZone')

/** A new organization and its owner. Only owners make owners: an admin invites an admin. */
export function CreateMerchantDialog({ onClose, onLink }: Props) {
  const words = useWords('administration')
  const entry = useWords('entry')
  const shell = useWords('shell')
  const { role, timeZone } = useOrganization()
  const create = useCreateMerchant()
  const { register, handleSubmit, control, formState } = useForm<Values>({
    defaultValues: { name: '', id: '', timeZone, email: '' },
  })
  const suggested = suggestedId(useWatch({ control, name: 'name' }))
  const done = useDone(onLink)
  const submit = handleSubmit(({ name, id, timeZone, email }) => {
    const owner = email.trim() === '' ? undefined : ({ email: email.trim(), role: ownerRole(role) } as const)
    const merchant = { merchantId: id.trim() || suggested, name: name.trim(), timeZone, owner }
    create.mutate(merchant, {
      onSuccess: (made) => {
        onClose()
        done(made, { name: merchant.name, email: email.trim() })
      },
    })
  })
  const isTaken = create.error instanceof ApiProblem && create.error.reason === 'DUPLICATE'
  const idProblem = formState.errors.id?.message ?? (isTaken ? words.merchantIdTaken : undefined)
  const options = TIME_ZONES.includes(timeZone) ? TIME_ZONES : [timeZone, ...TIME_ZONES]
  return (
    <Dialog isOpen onClose={onClose} title={words.createMerchant} isQuestion>
      <form className="stack" onSubmit={(event) => void submit(event)} noValidate>
        <FormProblem error={isTaken ? null : create.error} />
        <TextField
          label={words.name}
          autoComplete="off"
          maxLength={255}
          problem={formState.errors.name?.message}
          {...register('name', { validate: (text) => (text.trim() !== '' ? true : entry.required) })}
        />
        <TextField
          label={words.merchantId}
          help={words.merchantIdHelp}
          placeholder={suggested}
          autoComplete="off"
          maxLength={32}
          problem={idProblem}
          {...register('id', { validate: (text) => isMerchantId(text.trim() || suggested) || words.merchantIdProblem })}
        />
        <SelectField label={words.timeZone} {...register('timeZone')}>
          {options.map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </SelectField>
        <TextField
          label={words.ownerEmail}
          help={words.ownerHelp}
          type="email"
          autoComplete="off"
          problem={formState.errors.email?.message}
          {...register('email', {
            validate: (email) => (/^\s*(?:\S+@\S+)?\s*$/.test(email) ? true : entry.invalidEmail),
          })}
        />
        <DialogActions>
          <Button kind="plain" onClick={onClose} disabled={create.isPending}>
            {shell.cancel}
          </Button>
          <Button type="submit" isBusy={create.isPending}>
            {words.createMerchant}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function ownerRole(own: string): 'owner' | 'admin' {
  return own === 'owner' ? 'owner' : 'admin'
}

/** Confirms the creation; a link that nobody mailed is shown. */
function useDone(onLink: Props['onLink']) {
  const words = useWords('administration')
  return ({ invitation, link }: MerchantMade, { name, email }: { readonly name: string; readonly email: string }) => {
    if (link !== undefined) onLink(link)
    else if (invitation === 'failed') showToast(words.notInvited({ name }))
    else showToast(invitation === 'sent' ? words.merchantInvited({ name, email }) : words.merchantCreated({ name }))
  }
}
