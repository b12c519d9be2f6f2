import { Link, Outlet, useParams } from '@tanstack/react-router'
import { Command, Plus, Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { useCanCreate } from '../session/organization.ts'
import { useApplyChoices } from '../session/use-choices.ts'
import { useWords } from '../words/use-words.ts'
import { CopyBanner, SuspensionBanner, TestModeLine } from './banners.tsx'
import { commandLevel, openCommands } from './command-state.ts'
import { MainNavigation } from './main-navigation.tsx'
import { FramedPages } from './main-part.tsx'
import { OrganizationButton } from './organization-button.tsx'
import { useShortcuts } from './use-shortcuts.ts'
import { UserMenu } from './user-menu.tsx'

const IDLE_MS = 1_500
const loadCommandMenu = () => import('./command-menu.tsx')
const CommandMenu = lazy(async () => ({ default: (await loadCommandMenu()).CommandMenu }))

/** The frame of every page of an organization: who, where to, what to find. */
export function Shell() {
  const words = useWords('shell')
  useShortcuts()
  useApplyChoices()
  // Loaded when the page has been shown, so that the first search need not wait.
  useEffect(() => void setTimeout(() => void loadCommandMenu().catch(() => undefined), IDLE_MS), [])
  return (
    <div className="shell">
      <a className="skip" href="#content">
        {words.toContent}
      </a>
      <aside className="shell-lines">
        <CopyBanner />
        <TestModeLine />
        <SuspensionBanner />
      </aside>
      <header className="shell-top">
        <OrganizationButton />
        <button type="button" className="search-button" onClick={() => openCommands('search')}>
          <Search size={16} aria-hidden="true" />
          <span>{words.searchInvoices}</span>
          <kbd>/</kbd>
        </button>
        <button
          type="button"
          className="button quiet compact icon commands-button"
          aria-label={words.commands}
          onClick={() => openCommands('commands')}
        >
          <Command size={18} aria-hidden="true" />
        </button>
        <CreateButton />
        <UserMenu />
      </header>
      <MainNavigation />
      <main id="content" className="shell-content" tabIndex={-1}>
        <FramedPages>
          <Outlet />
        </FramedPages>
      </main>
      <OpenCommandMenu />
    </div>
  )
}

function CreateButton() {
  const words = useWords('editor')
  const { organizationId } = useParams({ from: '/o/$organizationId' })
  if (!useCanCreate()) return null
  return (
    <Link
      to="/o/$organizationId/invoices/-/new"
      params={{ organizationId }}
      className="button plain compact create-button"
      aria-label={words.create}
      aria-keyshortcuts="c"
    >
      <Plus size={16} aria-hidden="true" />
      <span>{words.create}</span>
    </Link>
  )
}

function OpenCommandMenu() {
  const level = useSyncExternalStore(commandLevel.watch, commandLevel.get)
  return <Suspense>{level !== undefined && <CommandMenu level={level} />}</Suspense>
}
