import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useWords } from '../words/use-words.ts'
import { useNavigation } from './use-navigation.ts'

/** Every key that the portal knows. */
export function ShortcutList() {
  const words = useWords('shell')
  const list = words.shortcutList
  const goTo = useNavigation().map(({ word, key }) => [`${words.goTo}: ${words[word]}`, ['g', key]] as const)
  const rows: readonly (readonly [string, readonly string[]])[] = [
    [list.search, ['/']],
    [list.create, ['c']],
    [list.commands, [isMac() ? '⌘' : words.controlKey, 'K']],
    ...goTo,
    [list.rows, ['↑', '↓']],
    [list.open, ['Enter']],
    [list.select, ['x']],
    [list.close, ['Esc']],
    [list.help, ['?']],
  ]
  return (
    <Dialog.Popup className="command shortcuts">
      <header>
        <Dialog.Title>{words.shortcuts}</Dialog.Title>
        <Dialog.Close className="button quiet compact icon" aria-label={words.close}>
          <X size={18} aria-hidden="true" />
        </Dialog.Close>
      </header>
      <dl>
        {rows.map(([label, keys]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog.Popup>
  )
}

function isMac(): boolean {
  return /Mac|iP(?:hone|ad|od)/.test(navigator.platform)
}
