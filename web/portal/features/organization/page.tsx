import { useSuspenseQueries } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useApi } from '../../api/api.ts'
import { useOrganization } from '../../session/organization.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useWords } from '../../words/use-words.ts'
import { InviteDialog, LinkDialog } from './invite-dialog.tsx'
import { OrganizationPage } from './organization-page.tsx'
import { rulesQuery, usersQuery, useUserChange } from './queries.ts'
import { UserTable } from './user-table.tsx'

/** The people of the organization and their roles. */
export function UsersPage() {
  const words = useWords('people')
  const organization = useOrganization()
  const api = useApi()
  const [isInviting, setInviting] = useState(false)
  const [link, setLink] = useState<string>()
  const [{ data: users }, { data: rules }] = useSuspenseQueries({ queries: [usersQuery(api), rulesQuery(api)] })
  const invite = (
    <Button onClick={() => setInviting(true)}>
      <UserPlus size={16} aria-hidden="true" />
      {words.invite}
    </Button>
  )
  return (
    <OrganizationPage section="users" action={invite}>
      <p className="quiet value">{words.usersIntro({ organization: organization.name })}</p>
      <UserTable users={users.users} isOwner={organization.role === 'owner'} onLink={setLink} />
      <RequireCodes requiresCodes={rules.requiresCodes} isOwner={organization.role === 'owner'} />
      {isInviting && <InviteDialog onClose={() => setInviting(false)} onLink={setLink} />}
      {link !== undefined && <LinkDialog link={link} onClose={() => setLink(undefined)} />}
    </OrganizationPage>
  )
}

type RulesProps = { readonly requiresCodes: boolean; readonly isOwner: boolean }

function RequireCodes({ requiresCodes, isOwner }: RulesProps) {
  const words = useWords('people')
  const change = useUserChange()
  const toggle = () =>
    change.mutate(
      { kind: 'rules', requiresCodes: !requiresCodes },
      { onSuccess: () => showToast(requiresCodes ? words.requireCodesOff : words.requireCodesOn) },
    )
  return (
    <section className="card require-codes">
      <label className="check">
        <input type="checkbox" checked={requiresCodes} onChange={toggle} disabled={!isOwner || change.isPending} />
        <span>{words.requireCodes}</span>
      </label>
      <p className="help">{isOwner ? words.requireCodesHelp : words.onlyOwners}</p>
    </section>
  )
}
