import { useNavigate, useParams } from '@tanstack/react-router'
import { Building2, Keyboard, Languages, LogOut, Monitor, Moon, Palette, Search, Sun, UserRound } from 'lucide-react'
import { LANGUAGES } from '../../../src/kernel/language.ts'
import { shownTheme } from '../session/look.ts'
import { signOut } from '../session/sign-in.ts'
import { useChangeChoices } from '../session/use-choices.ts'
import type { FinderGroup, FinderItem } from '../ui/finder.tsx'
import { useLanguage, useWords } from '../words/use-words.ts'
import { closeCommands, openCommands } from './command-state.ts'
import { LANGUAGE_NAMES } from './language-names.ts'
import { matches } from './matching.ts'
import { useNavigation } from './use-navigation.ts'

const SIZE = { size: 16, 'aria-hidden': true } as const

/** Pages and commands whose names match. */
export function useCommandItems(text: string): readonly FinderGroup[] {
  const words = useWords('shell')
  const navigate = useNavigate()
  const { organizationId } = useParams({ from: '/o/$organizationId' })
  const pages = useNavigation().map(({ word, to, icon: Icon, key }) => ({
    id: to,
    label: words[word],
    icon: <Icon {...SIZE} />,
    aside: (
      <span className="keys" aria-hidden="true">
        <kbd>g</kbd> <kbd>{key}</kbd>
      </span>
    ),
    run: () => {
      closeCommands()
      void navigate({ to, params: { organizationId } })
    },
  }))
  const toProfile = () => {
    closeCommands()
    void navigate({ to: '/profile' })
  }
  const commands: readonly FinderItem[] = [
    { id: 'search', label: words.searchInvoices, icon: <Search {...SIZE} />, run: () => openCommands('search') },
    {
      id: 'organization',
      label: words.switchOrganization,
      icon: <Building2 {...SIZE} />,
      run: () => openCommands('organizations'),
    },
    { id: 'theme', label: words.theme, icon: <Palette {...SIZE} />, run: () => openCommands('themes') },
    { id: 'language', label: words.language, icon: <Languages {...SIZE} />, run: () => openCommands('languages') },
    { id: 'shortcuts', label: words.shortcuts, icon: <Keyboard {...SIZE} />, run: () => openCommands('shortcuts') },
    { id: 'profile', label: words.profile, icon: <UserRound {...SIZE} />, run: toProfile },
    { id: 'sign-out', label: words.signOut, icon: <LogOut {...SIZE} />, run: () => void signOut() },
  ]
  return [
    { value: words.goTo, items: matching(text, pages) },
    { value: words.commands, items: matching(text, commands) },
  ]
}

export function useLanguageItems(text: string): readonly FinderItem[] {
  const shown = useLanguage()
  const change = useChangeChoices()
  const items = LANGUAGES.map((language) => ({
    id: language,
    label: LANGUAGE_NAMES[language],
    lang: language,
    isCurrent: language === shown,
    run: () => {
      closeCommands()
      void change({ language })
    },
  }))
  return matching(text, items)
}

export function useThemeItems(text: string): readonly FinderItem[] {
  const words = useWords('shell')
  const change = useChangeChoices()
  const shown = shownTheme()
  const themes = [
    { theme: null, label: words.themeSystem, icon: <Monitor {...SIZE} /> },
    { theme: 'light', label: words.themeLight, icon: <Sun {...SIZE} /> },
    { theme: 'dark', label: words.themeDark, icon: <Moon {...SIZE} /> },
  ] as const
  const items = themes.map(({ theme, label, icon }) => ({
    id: theme ?? 'system',
    label,
    icon,
    isCurrent: theme === shown,
    run: () => {
      closeCommands()
      void change({ theme })
    },
  }))
  return matching(text, items)
}

function matching<Item extends FinderItem>(text: string, items: readonly Item[]): readonly Item[] {
  return items.filter(({ label }) => matches(text, label))
}
