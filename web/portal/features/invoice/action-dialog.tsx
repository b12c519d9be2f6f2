import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { ProblemNotice } from '../../ui/problem.tsx'
import { useWords } from '../../words/use-words.ts'
import type { Invoice } from './queries.ts'
import { useChange } from './use-change.ts'

type Action = 'send' | 'publish' | 'remind' | 'cancel'
type Props = { readonly action: Action; readonly invoice: Invoice; readonly onClose: () => void }

/** Asks before an action that reaches the customer or cannot be undone. */
export function ActionDialog({ action, invoice, onClose }: Props) {
  const words = useWords('detail')
  const shell = useWords('shell')
  const { invoiceNumber: number } = invoice.invoiceInformation
  const { change, isBusy, problem } = useChange(number, onClose)
  const { title, texts, confirm, done, isMailed } = useTexts(action, invoice)
  const email = invoice.customerInformation?.email ?? ''
  const isRefused = isMailed && (invoice.warnings ?? []).some(({ reason }) => reason === 'EMAIL_REFUSED')
  const isDanger = action === 'cancel'
  const send = () =>
    change(
      action === 'send' || action === 'remind' ? { action, confirmed: isRefused ? email : undefined } : { action },
      done,
    )
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      {problem !== undefined && <ProblemNotice>{problem}</ProblemNotice>}
      {texts.map((text) => (
        <p key={text} className="value">
          {text}
        </p>
      ))}
      {isRefused && <p className="notice warning">{words.addressRefused({ email })}</p>}
      <DialogActions>
        <Button kind="plain" onClick={onClose} disabled={isBusy}>
          {isDanger ? words.keep : shell.cancel}
        </Button>
        <Button {...(isDanger && { kind: 'danger' as const })} onClick={send} isBusy={isBusy}>
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

type Texts = {
  readonly title: string
  readonly texts: readonly string[]
  readonly confirm: string
  readonly done: string
  readonly isMailed: boolean
}

function useTexts(action: Action, invoice: Invoice): Texts {
  const words = useWords('detail')
  const { invoiceNumber: number, deliveryMode } = invoice.invoiceInformation
  const email = invoice.customerInformation?.email ?? ''
  const isMailed = deliveryMode === 'Email' && email !== ''
  const isSent = invoice.status === 'SENT' || invoice.status === 'PARTIAL'
  const sending = {
    texts: [isMailed ? words.sendText({ email }) : words.publishText],
    done: isMailed ? words.sent({ email }) : words.published({ number }),
    isMailed,
  }
  const notice = isMailed && invoice.status === 'SENT' ? [words.cancelMail({ email })] : []
  const texts: Readonly<Record<Action, Texts>> = {
    send: isSent
      ? { ...sending, title: words.resendTitle({ number }), confirm: words.actions.resend }
      : { ...sending, title: words.sendTitle({ number }), confirm: words.actions.send },
    remind: {
      ...sending,
      title: words.remindTitle({ number }),
      confirm: words.actions.remind,
      done: words.reminded({ email }),
    },
    publish: {
      title: words.publishTitle({ number }),
      texts: [words.publishText],
      confirm: words.actions.publish,
      done: words.published({ number }),
      isMailed: false,
    },
    cancel: {
      title: words.cancelTitle({ number }),
      texts: [words.cancelText, ...notice],
      confirm: words.cancelConfirm({ number }),
      done: words.canceled({ number }),
      isMailed: false,
    },
  }
  return texts[action]
}
