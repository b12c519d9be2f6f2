import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useApi } from '../../../api/api.ts'
import { useFormat } from '../../../format/use-format.ts'
import { useOrganization } from '../../../session/organization.ts'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { useWords } from '../../../words/use-words.ts'
import { OrganizationPage } from '../organization-page.tsx'
import { GroupNameDialog } from './group-name-dialog.tsx'
import { groupsQuery, useCreateGroup } from './queries.ts'

/** Sets of merchants, for reports about them together. */
export function GroupsPage() {
  const words = useWords('administration')
  const format = useFormat()
  const { organizationId } = useOrganization()
  const { data } = useSuspenseQuery(groupsQuery(useApi()))
  const [isCreating, setCreating] = useState(false)
  const create = (
    <Button onClick={() => setCreating(true)}>
      <Plus size={16} aria-hidden="true" />
      {words.createGroup}
    </Button>
  )
  return (
    <OrganizationPage section="groups" action={create}>
      <p className="quiet">{words.groupsIntro}</p>
      {data.groups.length === 0 ? (
        <Empty title={words.noGroups}>{words.noGroupsText}</Empty>
      ) : (
        <table className="table facts-table" aria-label={words.sections.groups}>
          <thead>
            <tr>
              <th scope="col">{words.groupName}</th>
              <th scope="col">{words.membersTitle}</th>
            </tr>
          </thead>
          <tbody>
            {data.groups.map(({ name, members }) => (
              <tr key={name}>
                <td className="main value">
                  <Link
                    to="/o/$organizationId/organization/groups/$group"
                    params={{ organizationId, group: name }}
                    className="row-link"
                  >
                    {name}
                  </Link>
                </td>
                <td>{words.members({ count: members, text: format.count(members) })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {isCreating && <CreateGroup onClose={() => setCreating(false)} />}
    </OrganizationPage>
  )
}

function CreateGroup({ onClose }: { readonly onClose: () => void }) {
  const words = useWords('administration')
  const { organizationId } = useOrganization()
  const navigate = useNavigate()
  const create = useCreateGroup()
  const open = (group: string) =>
    void navigate({ to: '/o/$organizationId/organization/groups/$group', params: { organizationId, group } })
  return (
    <GroupNameDialog
      title={words.createGroup}
      submitLabel={words.createGroup}
      name=""
      change={create}
      onSubmit={(name) => create.mutate(name, { onSuccess: () => open(name) })}
      onClose={onClose}
    />
  )
}
