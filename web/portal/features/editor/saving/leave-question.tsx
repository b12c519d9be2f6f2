import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { useWords } from '../../../words/use-words.ts'
import { useEditor } from '../use-editor.ts'

/** A published invoice changes only when its changes are saved, so leaving asks. */
export function LeaveQuestion({ isSaved }: { readonly isSaved: () => boolean }) {
  const words = useWords('editor')
  const { form } = useEditor()
  const { isDirty } = form.formState
  const blocker = useBlocker({
    shouldBlockFn: () => isDirty && !isSaved(),
    enableBeforeUnload: () => isDirty && !isSaved(),
    withResolver: true,
  })
  const isAsked = blocker.status === 'blocked'
  return (
    <ConfirmDialog
      isOpen={isAsked}
      onClose={() => isAsked && blocker.reset()}
      title={words.leaveTitle}
      confirmLabel={words.leave}
      backLabel={words.keepWriting}
      onConfirm={() => isAsked && blocker.proceed()}
    >
      <p>{words.leaveText}</p>
    </ConfirmDialog>
  )
}
