import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useSession } from '../session/session.ts'
import { signOut } from '../session/sign-in.ts'
import { Button } from '../ui/button.tsx'
import { EntryFrame } from '../ui/entry-frame.tsx'
import { useWords } from '../words/use-words.ts'

/** After signing in, a person with several memberships chooses one. */
export function ChoosePage() {
  const words = useWords('shell')
  const { memberships, person } = useSession()
  const active = memberships.filter(({ status }) => status === 'ACTIVE')
  const isEmpty = active.length === 0
  return (
    <EntryFrame title={isEmpty ? words.noOrganizations : words.chooseOrganization}>
      <p className="quiet small">{isEmpty ? words.noOrganizationsText : words.chooseText}</p>
      {!isEmpty && (
        <ul className="choose-list">
          {active.map(({ organizationId, organizationName }) => (
            <li key={organizationId}>
              <Link to="/o/$organizationId" params={{ organizationId }}>
                <span className="value">
                  <bdi>{organizationName}</bdi>
                  <span className="detail">{organizationId}</span>
                </span>
                <ChevronRight size={18} aria-hidden="true" />
              </Link>
            </li>
          ))}
        </ul>
      )}
      <p className="quiet small value">{person.email}</p>
      <Button kind="plain" onClick={() => void signOut()}>
        {words.signOut}
      </Button>
    </EntryFrame>
  )
}
