import { Link } from '@tanstack/react-router'
import { Keyboard, Languages, LogOut, UserRound } from 'lucide-react'
import { shownTheme, type Theme } from '../session/look.ts'
import { useSession } from '../session/session.ts'
import { signOut } from '../session/sign-in.ts'
import { useChangeChoices } from '../session/use-choices.ts'
import { Menu, MenuChoices, MenuItem, MenuLink, MenuSeparator } from '../ui/menu.tsx'
import { useLanguage, useWords } from '../words/use-words.ts'
import { openCommands } from './command-state.ts'
import { initialsOf } from './initials.ts'
import { LANGUAGE_NAMES } from './language-names.ts'

export function UserMenu() {
  const words = useWords('shell')
  const { person } = useSession()
  const language = useLanguage()
  const change = useChangeChoices()
  const trigger = (
    <button type="button" className="avatar">
      <span className="hidden-text">{`${words.account}: ${person.name || person.email}`}</span>
      <span aria-hidden="true">{initialsOf(person.name || person.email)}</span>
    </button>
  )
  return (
    <Menu trigger={trigger}>
      <div className="who">
        <p>
          <bdi>{person.name}</bdi>
        </p>
        <p className="quiet value">{person.email}</p>
      </div>
      <MenuSeparator />
      <MenuLink icon={<UserRound size={16} aria-hidden="true" />} link={<Link to="/profile" />}>
        {words.profile}
      </MenuLink>
      <MenuItem icon={<Languages size={16} aria-hidden="true" />} onSelect={() => openCommands('languages')}>
        {words.language}: <span lang={language}>{LANGUAGE_NAMES[language]}</span>
      </MenuItem>
      <MenuItem icon={<Keyboard size={16} aria-hidden="true" />} onSelect={() => openCommands('shortcuts')}>
        {words.shortcuts}
      </MenuItem>
      <MenuSeparator />
      <MenuChoices
        label={words.theme}
        value={person.theme ?? shownTheme() ?? 'system'}
        options={[
          ['system', words.themeSystem],
          ['light', words.themeLight],
          ['dark', words.themeDark],
        ]}
        onChoose={(theme: Theme | 'system') => void change({ theme: theme === 'system' ? null : theme })}
      />
      <MenuSeparator />
      <MenuItem icon={<LogOut size={16} aria-hidden="true" />} onSelect={() => void signOut()}>
        {words.signOut}
      </MenuItem>
    </Menu>
  )
}
