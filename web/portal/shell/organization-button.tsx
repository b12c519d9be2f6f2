import { ChevronsUpDown } from 'lucide-react'
import { useOrganization } from '../session/organization.ts'
import { useSession } from '../session/session.ts'
import { BrandMark } from '../ui/brand-mark.tsx'
import { useWords } from '../words/use-words.ts'
import { openCommands } from './command-state.ts'

/** The organization that the page is about. A person with several can switch here. */
export function OrganizationButton() {
  const words = useWords('shell')
  const { name } = useOrganization()
  const { memberships } = useSession()
  const canSwitch =
    memberships.length > 1 || memberships.some(({ organizationType }) => organizationType !== 'merchant')
  const content = (
    <>
      <BrandMark />
      <span className="name">
        <bdi>{name}</bdi>
      </span>
    </>
  )
  if (!canSwitch) {
    return (
      <p className="organization-button" title={name}>
        {content}
      </p>
    )
  }
  return (
    <button type="button" className="organization-button" onClick={() => openCommands('organizations')} title={name}>
      {content}
      <ChevronsUpDown size={16} aria-hidden="true" />
      <span className="hidden-text">{words.switchOrganization}</span>
    </button>
  )
}
