import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { ApiProblem } from '../../api/api-problem.ts'
import { useFormat } from '../../format/use-format.ts'
import { useOrganization } from '../../session/organization.ts'
import { type Role, useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { ProblemNotice } from '../../ui/problem.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useWords } from '../../words/use-words.ts'
import { type User, type UserChange, useUserChange } from './queries.ts'
import { ROLES } from './roles.ts'

type Props = {
  readonly users: readonly User[]
  readonly isOwner: boolean
  /** Called with the link of an invitation that could not be mailed. */
  readonly onLink: (link: string) => void
}

export function UserTable({ users, isOwner, onLink }: Props) {
  const words = useWords('people')
  return (
    <table className="table users" aria-label={words.usersTitle}>
      <thead>
        <tr>
          <th scope="col">{words.name}</th>
          <th scope="col">{words.role}</th>
          <th scope="col">{words.lastSeen}</th>
          <th scope="col">
            <span className="hidden-text">{words.actionsOf({ name: '' }).trim()}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <UserRow key={user.personId} user={user} isOwner={isOwner} onLink={onLink} />
        ))}
      </tbody>
    </table>
  )
}

type RowProps = Omit<Props, 'users'> & { readonly user: User }

function UserRow({ user, isOwner, onLink }: RowProps) {
  const words = useWords('people')
  const format = useFormat()
  const { person } = useSession()
  const { change, problem, isBusy } = useRowChange(onLink)
  const name = user.name === '' ? user.email : user.name
  const isLocked = user.role === 'owner' && !isOwner
  return (
    <tr>
      <td className="main value">
        {name} {user.personId === person.personId && <span className="badge open">{words.you}</span>}{' '}
        <Status user={user} />
        {user.name !== '' && <p className="quiet value">{user.email}</p>}
        {problem !== undefined && <ProblemNotice>{problem}</ProblemNotice>}
      </td>
      <td>
        <select
          className="compact-select"
          aria-label={`${words.role}: ${name}`}
          value={user.role}
          disabled={isLocked || isBusy}
          onChange={({ target }) => {
            const role = target.value as Role
            change(
              { kind: 'change', personId: user.personId, role },
              words.roleChanged({ name, role: words.roles[role] }),
            )
          }}
        >
          {ROLES.filter((role) => role !== 'owner' || isOwner || user.role === 'owner').map((role) => (
            <option key={role} value={role}>
              {words.roles[role]}
            </option>
          ))}
        </select>
        <p className="help">{user.hasCodes ? words.codesOn : words.codesOff}</p>
      </td>
      <td>
        <span className="cell-label" aria-hidden="true">
          {words.lastSeen}
        </span>{' '}
        {user.lastSeenAt === null ? words.never : format.instant(user.lastSeenAt)}
      </td>
      <td className="row-actions">
        <RowMenu user={user} name={name} isLocked={isLocked} change={change} />
      </td>
    </tr>
  )
}

function Status({ user }: { readonly user: User }) {
  const words = useWords('people')
  if (user.status === 'DISABLED') return <span className="badge canceled">{words.disabled}</span>
  if (user.status !== 'INVITED') return null
  const isExpired = user.invitationExpiresAt === null || Date.parse(user.invitationExpiresAt) < Date.now()
  return (
    <span className={isExpired ? 'badge overdue' : 'badge partial'}>
      {isExpired ? words.invitationExpired : words.invited}
    </span>
  )
}

type Change = (change: UserChange, done: string) => void
type MenuProps = { readonly user: User; readonly name: string; readonly isLocked: boolean; readonly change: Change }

function RowMenu({ user, name, isLocked, change }: MenuProps) {
  const words = useWords('people')
  const { name: organization } = useOrganization()
  const [isAsking, setAsking] = useState(false)
  const { personId, status, email } = user
  const reason = isLocked ? words.onlyOwners : undefined
  const isDisabled = status === 'DISABLED'
  const trigger = (
    <Button kind="quiet" isCompact aria-label={words.actionsOf({ name })}>
      <Ellipsis size={20} aria-hidden="true" />
    </Button>
  )
  return (
    <>
      <Menu trigger={trigger}>
        {status === 'INVITED' && (
          <MenuItem
            reason={reason}
            onSelect={() => change({ kind: 'resend', personId }, words.invitationSent({ email }))}
          >
            {words.resend}
          </MenuItem>
        )}
        {status !== 'INVITED' && (
          <MenuItem
            reason={reason}
            onSelect={() =>
              change(
                { kind: 'change', personId, status: isDisabled ? 'ACTIVE' : 'DISABLED' },
                isDisabled ? words.accessEnabled({ name }) : words.accessDisabled({ name }),
              )
            }
          >
            {isDisabled ? words.enable : words.disable}
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem isDanger reason={reason} onSelect={() => setAsking(true)}>
          {words.remove}
        </MenuItem>
      </Menu>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={words.removeTitle({ name })}
        confirmLabel={words.removeConfirm({ name })}
        isDanger
        onConfirm={() => {
          setAsking(false)
          change({ kind: 'remove', personId }, words.removed({ name }))
        }}
      >
        <p className="value">{words.removeText({ name, organization })}</p>
      </ConfirmDialog>
    </>
  )
}

/** Changes one user; its refusal stands in the row. */
function useRowChange(onLink: (link: string) => void) {
  const words = useWords('people')
  const shell = useWords('shell')
  const { mutate, isPending, error } = useUserChange()
  const change: Change = (input, done) =>
    mutate(input, {
      onSuccess: (invited) => {
        if (invited?.link !== undefined) onLink(invited.link)
        else showToast(done)
      },
    })
  return { change, isBusy: isPending, problem: error === null ? undefined : textOf(error) }

  function textOf(failure: Error): string {
    const texts: Readonly<Record<string, string>> = { LAST_OWNER: words.lastOwner, ONLY_OWNERS: words.onlyOwners }
    const reason = failure instanceof ApiProblem ? failure.reason : ''
    return texts[reason] ?? shell.failedText
  }
}
