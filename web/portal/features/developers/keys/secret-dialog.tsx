import { Copy } from 'lucide-react'
import { ROOT_PATH } from '../../../page-facts.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useWords } from '../../../words/use-words.ts'
import type { NewKey } from './queries.ts'

type Props = { readonly made: NewKey; readonly onClose: () => void }

/** The one time that a secret is shown. */
export function SecretDialog({ made: { key, secret }, onClose }: Props) {
  const words = useWords('developers')
  const shell = useWords('shell')
  const isBearer = key.type === 'bearer'
  const copy = () => void navigator.clipboard.writeText(secret).then(() => showToast(shell.copied))
  return (
    <Dialog isOpen onClose={onClose} title={words.secretTitle} isQuestion>
      <p className="notice warning">{words.secretText}</p>
      <dl className="rows stacked">
        {!isBearer && (
          <div className="fact">
            <dt>{words.keyId}</dt>
            <dd>
              <code className="value">{key.keyId}</code>
            </dd>
          </div>
        )}
        <div className="fact">
          <dt>{isBearer ? words.secret : words.sharedSecret}</dt>
          <dd>
            <code className="value" data-secret>
              {secret}
            </code>
          </dd>
        </div>
      </dl>
      {isBearer && (
        <>
          <p className="quiet small">{words.tryIt}</p>
          <pre className="code">
            <code>{`curl ${location.origin}${ROOT_PATH}/organizations/v1/me \\\n  -H 'Authorization: Bearer …'`}</code>
          </pre>
        </>
      )}
      <DialogActions>
        <Button kind="plain" onClick={copy}>
          <Copy size={16} aria-hidden="true" />
          {shell.copy}
        </Button>
        <Button onClick={onClose}>{words.done}</Button>
      </DialogActions>
    </Dialog>
  )
}
