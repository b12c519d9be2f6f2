import { Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog, Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { FormProblem } from '../../../ui/form-problem.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useWords } from '../../../words/use-words.ts'
import { useCreateSigningKey } from './queries.ts'

/** The key that signs notifications, which its receivers need. */
export function NewSigningKey() {
  const words = useWords('webhooks')
  const [isAsking, setAsking] = useState(false)
  const create = useCreateSigningKey()
  return (
    <>
      <Button kind="plain" onClick={() => setAsking(true)}>
        {words.signingKey}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={words.signingKeyTitle}
        confirmLabel={words.signingKeyConfirm}
        isBusy={create.isPending}
        onConfirm={() => create.mutate(undefined, { onSuccess: () => setAsking(false) })}
      >
        <FormProblem error={create.error} />
        <p>{words.signingKeyText}</p>
      </ConfirmDialog>
      {create.data !== undefined && <SigningKeyDialog made={create.data} onClose={create.reset} />}
    </>
  )
}

type MadeProps = { readonly made: { readonly keyId: string; readonly key: string }; readonly onClose: () => void }

/** The one time that the key is shown. */
export function SigningKeyDialog({ made: { keyId, key }, onClose }: MadeProps) {
  const words = useWords('webhooks')
  const developers = useWords('developers')
  const shell = useWords('shell')
  const copy = () => void navigator.clipboard.writeText(key).then(() => showToast(shell.copied))
  return (
    <Dialog isOpen onClose={onClose} title={words.signingKeyMade} isQuestion>
      <p className="notice warning">{words.signingKeyShown}</p>
      <dl className="rows stacked">
        <div className="fact">
          <dt>{developers.keyId}</dt>
          <dd>
            <code className="value">{keyId}</code>
          </dd>
        </div>
        <div className="fact">
          <dt>{developers.secret}</dt>
          <dd>
            <code className="value">{key}</code>
          </dd>
        </div>
      </dl>
      <DialogActions>
        <Button kind="plain" onClick={copy}>
          <Copy size={16} aria-hidden="true" />
          {shell.copy}
        </Button>
        <Button onClick={onClose}>{developers.done}</Button>
      </DialogActions>
    </Dialog>
  )
}
