import { Link, useMatchRoute, useParams } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { Menu, MenuLink } from '../ui/menu.tsx'
import { useWords } from '../words/use-words.ts'
import type { NavigationEntry } from './navigation.ts'
import { useNavigation } from './use-navigation.ts'

/** The most places that the bar of a phone has; the last one opens the remaining pages. */
const BAR_MAX = 5

/** The pages of the organization: at the left, and on a phone in a bar at the bottom. */
export function MainNavigation() {
  const words = useWords('shell')
  const { organizationId } = useParams({ from: '/o/$organizationId' })
  const entries = useNavigation()
  const shown = entries.length <= BAR_MAX ? entries.length : BAR_MAX - 1
  return (
    <nav className="shell-nav" aria-label={words.navigation}>
      <ul>
        {entries.map(({ word, to, icon: Icon }, place) => (
          <li key={to} className={place < shown ? undefined : 'beyond-bar'}>
            <Link to={to} params={{ organizationId }} activeOptions={{ exact: word === 'home' }}>
              <Icon size={18} aria-hidden="true" />
              <span>{words[word]}</span>
            </Link>
          </li>
        ))}
        {shown < entries.length && (
          <li className="bar-more">
            <MorePages entries={entries.slice(shown)} />
          </li>
        )}
      </ul>
    </nav>
  )
}

function MorePages({ entries }: { readonly entries: readonly NavigationEntry[] }) {
  const words = useWords('shell')
  const { organizationId } = useParams({ from: '/o/$organizationId' })
  const matches = useMatchRoute()
  const isHere = entries.some(({ to }) => matches({ to, params: { organizationId }, fuzzy: true }) !== false)
  return (
    <Menu
      side="top"
      trigger={
        <button type="button" className={isHere ? 'here' : undefined}>
          <Ellipsis size={18} aria-hidden="true" />
          <span>{words.morePages}</span>
        </button>
      }
    >
      {entries.map(({ word, to, icon: Icon }) => (
        <MenuLink
          key={to}
          icon={<Icon size={18} aria-hidden="true" />}
          link={<Link to={to} params={{ organizationId }} />}
        >
          {words[word]}
        </MenuLink>
      ))}
    </Menu>
  )
}
