import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiProblem } from '../../../api/api-problem.ts'
import { ROOT_PATH } from '../../../page-facts.ts'
import { useOrganization } from '../../../session/organization.ts'
import { useSession } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useWords } from '../../../words/use-words.ts'
import { EventFields } from './event-fields.tsx'
import { useCreateSigningKey, useSaveWebhook, type Webhook } from './queries.ts'
import { SigningKeyDialog } from './signing-key.tsx'
import { WebhookProblem } from './webhook-problem.tsx'
import { bodyOf, valuesOf, type WebhookValues } from './webhook-values.ts'

type Props = { readonly webhook: Webhook | undefined; readonly onClose: () => void }

/** A new webhook, or a change of one. The first one of an organization needs its signing key, which is made here, too. */
export function WebhookDialog({ webhook, onClose }: Props) {
  const words = useWords('webhooks')
  const shell = useWords('shell')
  const save = useSaveWebhook(webhook?.webhookId)
  const makeKey = useCreateSigningKey()
  const [isKeySeen, setKeySeen] = useState(false)
  const form = useForm<WebhookValues>({ defaultValues: valuesOf(webhook) })
  const submit = form.handleSubmit((values) =>
    save.mutate(bodyOf(values), {
      onSuccess: () => {
        onClose()
        showToast(words.saved({ name: values.name.trim() }))
      },
    }),
  )
  if (makeKey.data !== undefined && !isKeySeen) {
    return <SigningKeyDialog made={makeKey.data} onClose={() => setKeySeen(true)} />
  }
  return (
    <Dialog isOpen onClose={onClose} title={webhook === undefined ? words.create : words.edit} isQuestion>
      <form className="stack" onSubmit={(event) => void submit(event)} noValidate>
        <WebhookProblem error={save.error} makeKey={makeKey} />
        <AddressFields form={form} error={save.error} />
        <EventFields {...form} />
        <DialogActions>
          <Button kind="plain" onClick={onClose} disabled={save.isPending}>
            {shell.cancel}
          </Button>
          <Button type="submit" isBusy={save.isPending}>
            {words.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

type FieldsProps = {
  readonly form: ReturnType<typeof useForm<WebhookValues>>
  readonly error: Error | null
}

/** Its name, where it is, and whose events it gets. */
function AddressFields({ form: { register, setValue, formState }, error }: FieldsProps) {
  const words = useWords('webhooks')
  const entry = useWords('entry')
  const { type } = useOrganization()
  const { mode } = useSession()
  const isUrlWrong = error instanceof ApiProblem && error.reasonOf('webhookUrl') !== undefined
  const chooseLab = () =>
    setValue('url', `${location.origin}${ROOT_PATH}/sandbox/v1/receivers/portal`, { shouldValidate: true })
  return (
    <>
      <TextField
        label={words.name}
        autoComplete="off"
        maxLength={255}
        problem={formState.errors.name?.message}
        {...register('name', { validate: (text) => (text.trim() !== '' ? true : entry.required) })}
      />
      <TextField
        label={words.url}
        help={words.urlHelp}
        type="url"
        autoComplete="off"
        maxLength={2048}
        problem={formState.errors.url?.message ?? (isUrlWrong ? words.invalidUrl : undefined)}
        {...register('url', { validate: (text) => URL.canParse(text.trim()) || words.invalidUrl })}
      />
      {mode === 'sandbox' && (
        <div>
          <Button kind="plain" isCompact onClick={chooseLab}>
            {words.useLab}
          </Button>
        </div>
      )}
      {type !== 'merchant' && (
        <SelectField label={words.scope} {...register('scope')}>
          <option value="DESCENDANTS">{words.scopes.DESCENDANTS}</option>
          <option value="SELF">{words.scopes.SELF}</option>
        </SelectField>
      )}
    </>
  )
}
