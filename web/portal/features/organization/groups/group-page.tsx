import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useApi } from '../../../api/api.ts'
import { useFormat } from '../../../format/use-format.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { FormProblem } from '../../../ui/form-problem.tsx'
import { Page } from '../../../ui/page.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useWords } from '../../../words/use-words.ts'
import { AddMembers } from './add-members.tsx'
import { GroupNameDialog } from './group-name-dialog.tsx'
import { Members } from './members.tsx'
import { groupQuery, useChangeGroup, useDeleteGroup } from './queries.ts'

/** The merchants of a group. Each change is saved as it is made. */
export function GroupPage() {
  const words = useWords('administration')
  const format = useFormat()
  const { organizationId, group: name } = useParams({ from: '/o/$organizationId/organization/groups/$group' })
  const { data: group } = useSuspenseQuery(groupQuery(useApi(), name))
  const count = group.merchants.length
  return (
    <Page
      title={name}
      heading={<span className="value">{name}</span>}
      back={
        <Link to="/o/$organizationId/organization/groups" params={{ organizationId }} className="back-link">
          <ArrowLeft size={16} aria-hidden="true" />
          {words.sections.groups}
        </Link>
      }
      action={<GroupActions name={name} />}
    >
      <p className="quiet">{words.members({ count, text: format.count(count) })}</p>
      <div className="group-parts">
        <Members group={group} />
        <AddMembers group={group} />
      </div>
    </Page>
  )
}

function GroupActions({ name }: { readonly name: string }) {
  const words = useWords('administration')
  const [asked, setAsked] = useState<'rename' | 'delete'>()
  const close = () => setAsked(undefined)
  return (
    <div className="actions">
      <Button kind="plain" onClick={() => setAsked('delete')}>
        {words.deleteGroup}
      </Button>
      <Button kind="plain" onClick={() => setAsked('rename')}>
        {words.rename}
      </Button>
      {asked === 'rename' && <Rename name={name} onClose={close} />}
      {asked === 'delete' && <Delete name={name} onClose={close} />}
    </div>
  )
}

type AskedProps = { readonly name: string; readonly onClose: () => void }

function Rename({ name, onClose }: AskedProps) {
  const words = useWords('administration')
  const { organizationId } = useParams({ from: '/o/$organizationId' })
  const navigate = useNavigate()
  const change = useChangeGroup(name)
  const moveTo = (group: string) => {
    onClose()
    void navigate({
      to: '/o/$organizationId/organization/groups/$group',
      params: { organizationId, group },
      replace: true,
    })
  }
  return (
    <GroupNameDialog
      title={words.renameTitle({ name })}
      submitLabel={words.rename}
      name={name}
      text={words.renameText}
      change={change}
      onSubmit={(typed) => change.mutate({ name: typed }, { onSuccess: () => moveTo(typed) })}
      onClose={onClose}
    />
  )
}

function Delete({ name, onClose }: AskedProps) {
  const words = useWords('administration')
  const { organizationId } = useParams({ from: '/o/$organizationId' })
  const navigate = useNavigate()
  const remove = useDeleteGroup(name)
  const leave = () => {
    showToast(words.deleted({ name }))
    void navigate({ to: '/o/$organizationId/organization/groups', params: { organizationId } })
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={words.deleteTitle({ name })}
      confirmLabel={words.deleteConfirm({ name })}
      isDanger
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onSuccess: leave })}
    >
      <FormProblem error={remove.error} />
      <p>{words.deleteText}</p>
    </ConfirmDialog>
  )
}
