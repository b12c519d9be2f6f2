import { useBlocker } from '@tanstack/react-router'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { useLanguage, useWords } from '../../words/use-words.ts'
import { useOpenInvoices } from './queries.ts'
import { isSeenByPayers } from './sections.ts'

type Props = { readonly changed: readonly string[]; readonly isBusy: boolean; readonly onDiscard: () => void }

/** Shown while something is not saved: what saving does to customers, and a question before the page is left. */
export function SaveBar({ changed, isBusy, onDiscard }: Props) {
  const words = useWords('settings')
  const language = useLanguage()
  const count = useOpenInvoices() ?? 0
  const blocker = useBlocker({ shouldBlockFn: () => true, enableBeforeUnload: true, withResolver: true })
  const isSeen = count > 0 && isSeenByPayers(changed)
  return (
    <div className="save-bar">
      <p role="status">
        {isSeen ? words.seen({ count, text: new Intl.NumberFormat(language).format(count) }) : words.unsaved}
      </p>
      <div className="actions">
        <Button kind="plain" onClick={onDiscard} disabled={isBusy}>
          {words.discard}
        </Button>
        <Button type="submit" isBusy={isBusy}>
          {words.save}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={blocker.status === 'blocked'}
        onClose={() => blocker.reset?.()}
        title={words.leaveTitle}
        confirmLabel={words.leave}
        isDanger
        onConfirm={() => blocker.proceed?.()}
      >
        <p>{words.leaveText}</p>
      </ConfirmDialog>
    </div>
  )
}
