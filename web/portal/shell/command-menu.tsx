import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Finder } from '../ui/finder.tsx'
import { useWords } from '../words/use-words.ts'
import { type CommandLevel, closeCommands, receiveTypedAhead, takeTypedAhead } from './command-state.ts'
import { ShortcutList } from './shortcut-list.tsx'
import { useCommandGroups } from './use-command-groups.tsx'

/** One dialog to find and to do everything by keyboard. The address of the page does not change until something is chosen. */
export function CommandMenu({ level }: { readonly level: CommandLevel }) {
  return (
    <Dialog.Root open onOpenChange={(open) => open || closeCommands()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-ground" />
        <Dialog.Viewport className="command-place">
          {level === 'shortcuts' ? <ShortcutList /> : <Commands level={level} />}
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type FinderLevel = Exclude<CommandLevel, 'shortcuts'>

function Commands({ level }: { readonly level: FinderLevel }) {
  const words = useWords('shell')
  // Another level begins with an empty text in the same field, which keeps the focus.
  const [typed, setTyped] = useState(() => ({ level, text: takeTypedAhead() }))
  const text = typed.level === level ? typed.text : ''
  const setText = (next: string) => setTyped({ level, text: next })
  useEffect(
    () => receiveTypedAhead((ahead) => setTyped((before) => ({ level: before.level, text: before.text + ahead }))),
    [],
  )
  const { groups, isBusy } = useCommandGroups(level, text)
  const label = {
    commands: words.commands,
    search: words.searchInvoices,
    organizations: words.switchOrganization,
    languages: words.language,
    themes: words.theme,
  }[level]
  const placeholder = {
    commands: words.commandHelp,
    search: words.searchHelp,
    organizations: words.findOrganization,
    languages: words.language,
    themes: words.theme,
  }[level]
  const isUnasked = level === 'search' && text.trim().length < 2
  return (
    <Dialog.Popup className="command" aria-label={label}>
      <Finder
        label={label}
        placeholder={placeholder}
        text={text}
        onText={setText}
        groups={groups}
        isBusy={isBusy}
        emptyText={isUnasked ? words.searchHint : words.noResults}
        aside={
          <Dialog.Close className="button quiet compact icon" aria-label={words.close}>
            <X size={18} aria-hidden="true" />
          </Dialog.Close>
        }
      />
      <p className="command-keys" aria-hidden="true">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> {words.toSelect}
        </span>
        <span>
          <kbd>Enter</kbd> {words.toOpen}
        </span>
        <span>
          <kbd>Esc</kbd> {words.toClose}
        </span>
      </p>
    </Dialog.Popup>
  )
}
