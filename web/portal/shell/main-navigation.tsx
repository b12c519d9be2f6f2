import { Link, useParams } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { Menu, MenuLink } from '../ui/menu.tsx'
import { useWords } from '../words/use-words.ts'
import type { NavigationEntry } from './navigation.ts'
import { useNavigation } from './use-navigation.ts'

/** A phone has room for this many words beside each other. */
const BAR_PLACES = 4

/** The pages of the organization: at the left on a desk, a bar at the bottom on a phone, whose last place has the rest. */
export function MainNavigation() {
  const words = useWords('shell')
  const entries = useNavigation()
  const barred = entries.length > BAR_PLACES ? BAR_PLACES - 1 : BAR_PLACES
  return (
    <nav className="shell-nav" aria-label={words.navigation}>
      <ul>
        {entries.map((entry, index) => (
          <li key={entry.to} {...(index >= barred && { className: 'beyond' })}>
            <EntryLink entry={entry} />
          </li>
        ))}
        {entries.length > BAR_PLACES && <Rest entries={entries.slice(barred)} />}
      </ul>
    </nav>
  )
}

function EntryLink({ entry: { word, to, icon: Icon } }: { readonly entry: NavigationEntry }) {
  const words = useWords('shell')
  const { organizationId } = useParams({ from: '/o/$organizationId' })
  return (
    <Link to={to} params={{ organizationId }} activeOptions={{ exact: word === 'home' }}>
      <Icon size={18} aria-hidden="true" />
      <span>{words[word]}</span>
    </Link>
  )
}

function Rest({ entries }: { readonly entries: readonly NavigationEntry[] }) {
  const words = useWords('shell')
  const { organizationId } = useParams({ from: '/o/$organizationId' })
  return (
    <li className="rest">
      <Menu
        side="top"
        trigger={
          <button type="button">
            <Ellipsis size={18} aria-hidden="true" />
            <span>{words.morePages}</span>
          </button>
        }
      >
        {entries.map(({ word, to, icon: Icon }) => (
          <MenuLink
            key={to}
            icon={<Icon size={16} aria-hidden="true" />}
            link={<Link to={to} params={{ organizationId }} />}
          >
            {words[word]}
          </MenuLink>
        ))}
      </Menu>
    </li>
  )
}
