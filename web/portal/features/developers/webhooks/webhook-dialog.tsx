import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { PRODUCTS } from '../../../../../src/notifications/webhooks/products.ts'
import { ApiProblem } from '../../../api/api-problem.ts'
import { ROOT_PATH } from '../../../page-facts.ts'
import { useOrganization } from '../../../session/organization.ts'
import { useSession } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { CheckField, SelectField, TextField } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form-problem.tsx'
import { ProblemNotice } from '../../../ui/problem.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useWords } from '../../../words/use-words.ts'
import { useCreateSigningKey, useSaveWebhook, type Webhook } from './queries.ts'
import { SigningKeyDialog } from './signing-key.tsx'
import { bodyOf, valuesOf, type WebhookValues } from './webhook-values.ts'

type Props = { readonly webhook: Webhook | undefined; readonly onClose: () => void }

/** A new webhook, or a change of one. The first one of an organization needs its signing key, which is made here, too. */
export function WebhookDialog({ webhook, onClose }: Props) {
  const words = useWords('webhooks')
  const entry = useWords('entry')
  const shell = useWords('shell')
  const { type } = useOrganization()
  const { mode } = useSession()
  const save = useSaveWebhook(webhook?.webhookId)
  const makeKey = useCreateSigningKey()
  const [isKeySeen, setKeySeen] = useState(false)
  const { register, handleSubmit, setValue, formState } = useForm<WebhookValues>({ defaultValues: valuesOf(webhook) })
  const submit = handleSubmit((values) =>
    save.mutate(bodyOf(values), {
      onSuccess: () => {
        onClose()
        showToast(words.saved({ name: values.name.trim() }))
      },
    }),
  )
  const reason = save.error instanceof ApiProblem ? save.error.reason : ''
  const isUrlWrong = save.error instanceof ApiProblem && save.error.reasonOf('webhookUrl') !== undefined
  const useLab = () =>
    setValue('url', `${location.origin}${ROOT_PATH}/sandbox/v1/receivers/portal`, { shouldDirty: true })
  if (makeKey.data !== undefined && !isKeySeen) {
    return <SigningKeyDialog made={makeKey.data} onClose={() => setKeySeen(true)} />
  }
  return (
    <Dialog isOpen onClose={onClose} title={webhook === undefined ? words.create : words.edit} isQuestion>
      <form className="stack" onSubmit={(event) => void submit(event)} noValidate>
        {reason === 'SIGNING_KEY_MISSING' && makeKey.data === undefined ? (
          <div className="notice warning" role="alert">
            <p>{words.signingKeyMissing}</p>
            <div>
              <Button kind="plain" isCompact isBusy={makeKey.isPending} onClick={() => makeKey.mutate()}>
                {words.signingKeyConfirm}
              </Button>
            </div>
          </div>
        ) : reason === 'TOO_MANY_WEBHOOKS' ? (
          <ProblemNotice>{words.tooMany}</ProblemNotice>
        ) : (
          <FormProblem error={makeKey.error ?? (makeKey.data === undefined ? save.error : null)} />
        )}
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
            <Button kind="plain" isCompact onClick={useLab}>
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
        {PRODUCTS.map(({ productId, eventTypes }) => (
          <fieldset className="field scope-fields" key={productId}>
            <legend>{words.products[productId]}</legend>
            {eventTypes.map(({ eventName }) => (
              <CheckField
                key={eventName}
                label={<code>{eventName}</code>}
                value={eventName}
                {...register('events', { validate: ({ length }) => (length > 0 ? true : words.chooseEvent) })}
              />
            ))}
          </fieldset>
        ))}
        {formState.errors.events?.message !== undefined && (
          <p className="problem" role="alert">
            {formState.errors.events.message}
          </p>
        )}
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
