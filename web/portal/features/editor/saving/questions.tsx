import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { useWords } from '../../../words/use-words.ts'
import { useEditor } from '../use-editor.ts'

export type Question = 'discard' | 'cancel'
type DiscardProps = {
  readonly question: Question | undefined
  readonly onClose: () => void
  readonly onConfirm: () => void
}

/** Asks before typed text or a draft is thrown away. */
export function DiscardQuestion({ question, onClose, onConfirm }: DiscardProps) {
  const words = useWords('editor')
  const detail = useWords('detail')
  const { number, status } = useEditor()
  const isDraft = status === undefined || status === 'DRAFT'
  const text = isDraft ? words.discardDraftText : detail.cancelText
  return (
    <ConfirmDialog
      isOpen={question !== undefined}
      onClose={onClose}
      title={question === 'cancel' ? words.cancelAndNew : words.discardTitle}
      confirmLabel={question === 'cancel' ? words.cancelAndNew : words.discard}
      backLabel={words.keepWriting}
      isDanger
      onConfirm={onConfirm}
    >
      <p>{number === undefined ? words.discardText : text}</p>
    </ConfirmDialog>
  )
}

type ResendProps = {
  readonly email: string | undefined
  readonly onLeave: () => void
  readonly onSend: () => void
}

/** A new address has a new link, which nobody knows yet. */
export function ResendQuestion({ email, onLeave, onSend }: ResendProps) {
  const words = useWords('editor')
  return (
    <ConfirmDialog
      isOpen={email !== undefined}
      onClose={onLeave}
      title={words.linkChangedTitle}
      confirmLabel={words.sendAgain}
      backLabel={words.notNow}
      onConfirm={onSend}
    >
      <p>{words.linkChangedText({ email: email ?? '' })}</p>
    </ConfirmDialog>
  )
}
