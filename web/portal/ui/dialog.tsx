import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { useWords } from '../words/use-words.ts'
import { Button } from './button.tsx'

type Props = {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  readonly children: ReactNode
  /** Gets the focus when the dialog opens; default: the first control. */
  readonly initialFocus?: () => HTMLElement | null
  /** A question that must be answered does not close by a click beside it. */
  readonly isQuestion?: boolean
  /** For a document. */
  readonly isWide?: boolean
}

/** A question that has to be answered first. Its actions are a `DialogActions` at the end of its children. */
export function Dialog({ isOpen, onClose, title, children, initialFocus, isQuestion = false, isWide = false }: Props) {
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => open || onClose()} disablePointerDismissal={isQuestion}>
      <Base.Portal>
        <Base.Backdrop className="dialog-ground" />
        <Base.Viewport className="dialog-place">
          <Base.Popup className={isWide ? 'dialog wide' : 'dialog'} {...(initialFocus && { initialFocus })}>
            <Base.Title>{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className="actions">{children}</div>
}

type ConfirmProps = Pick<Props, 'isOpen' | 'onClose' | 'title' | 'children'> & {
  /** Names the object: "Cancel invoice A123". */
  readonly confirmLabel: string
  /** Default: Back. */
  readonly backLabel?: string
  readonly busyLabel?: string
  readonly isBusy?: boolean
  readonly isDanger?: boolean
  readonly onConfirm: () => void
}

/** Asks before an action that cannot be undone. */
export function ConfirmDialog({
  confirmLabel,
  backLabel,
  busyLabel,
  isBusy = false,
  isDanger = false,
  onConfirm,
  ...dialog
}: ConfirmProps) {
  const words = useWords('shell')
  return (
    <Dialog {...dialog}>
      {dialog.children}
      <DialogActions>
        <Button kind="plain" onClick={dialog.onClose} disabled={isBusy}>
          {backLabel ?? words.back}
        </Button>
        <Button
          {...(isDanger && { kind: 'danger' as const })}
          onClick={onConfirm}
          isBusy={isBusy}
          busyLabel={busyLabel}
        >
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
