import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useCanCreate } from '../session/organization.ts'
import { commandLevel, openCommands, typeAhead } from './command-state.ts'
import { type Shortcut, ShortcutReader } from './shortcuts.ts'
import { useNavigation } from './use-navigation.ts'

const TYPING = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]'

/** Keys that work on every page of an organization. */
export function useShortcuts(): void {
  const { organizationId } = useParams({ from: '/o/$organizationId' })
  const navigate = useNavigate()
  const entries = useNavigation()
  const canCreate = useCanCreate()
  useEffect(() => {
    const reader = new ShortcutReader()
    const create = (): void => {
      if (canCreate) void navigate({ to: '/o/$organizationId/invoices/-/new', params: { organizationId } })
    }
    const run = (shortcut: Shortcut): void => {
      if (shortcut === 'create') create()
      else if (typeof shortcut === 'string') openCommands(shortcut)
      const entry = entries.find(({ key }) => typeof shortcut === 'object' && key === shortcut.goTo)
      if (entry !== undefined) void navigate({ to: entry.to, params: { organizationId } })
    }
    const listen = (event: KeyboardEvent): void => {
      const target = event.target as Element | null
      if (commandLevel.get() !== undefined) {
        keepForMenu(event, target)
        return
      }
      const shortcut = reader.read({
        key: event.key,
        hasCommandKey: event.ctrlKey || event.metaKey,
        hasAltKey: event.altKey,
        isTyping: target?.closest(`${TYPING}, [role=dialog], [role=menu]`) != null,
      })
      if (shortcut === undefined || event.defaultPrevented) return
      event.preventDefault()
      run(shortcut)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [navigate, organizationId, entries, canCreate])
}

/** The menu is open. Until its field has the focus, letters are kept for it. */
function keepForMenu(event: KeyboardEvent, target: Element | null): void {
  if (event.ctrlKey || event.metaKey || event.altKey || target?.closest('[role=dialog]') != null) return
  if (event.key.length === 1) typeAhead(event.key)
}
