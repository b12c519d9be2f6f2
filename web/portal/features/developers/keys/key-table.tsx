import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { listText } from '../../../format/lists.ts'
import { useFormat } from '../../../format/use-format.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { FormProblem } from '../../../ui/form-problem.tsx'
import { Menu, MenuItem } from '../../../ui/menu.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useLanguage, useWords } from '../../../words/use-words.ts'
import { type Key, type NewKey, useRevokeKey } from './queries.ts'
import { RotateKeyDialog } from './rotate-key-dialog.tsx'

type Props = { readonly keys: readonly Key[]; readonly onMade: (made: NewKey) => void }

export function KeyTable({ keys, onMade }: Props) {
  const words = useWords('developers')
  return (
    <table className="table facts-table" aria-label={words.sections.keys}>
      <thead>
        <tr>
          <th scope="col">{words.label}</th>
          <th scope="col">{words.scopes}</th>
          <th scope="col">{words.lastUsed}</th>
          <th scope="col">{words.expires}</th>
          <th scope="col">
            <span className="hidden-text">{words.actionsOf({ name: '' }).trim()}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <KeyRow key={key.keyId} apiKey={key} onMade={onMade} />
        ))}
      </tbody>
    </table>
  )
}

const BADGES = { ACTIVE: 'paid', EXPIRED: 'canceled', REVOKED: 'canceled' } as const

function KeyRow({ apiKey, onMade }: { readonly apiKey: Key; readonly onMade: Props['onMade'] }) {
  const words = useWords('developers')
  const language = useLanguage()
  const format = useFormat()
  const { label, keyId, type, scopes, state, lastUsedAt, expiresAt, revokedAt } = apiKey
  const end = revokedAt ?? expiresAt
  return (
    <tr>
      <td className="main value">
        {label} <span className={`badge ${BADGES[state]}`}>{words.states[state]}</span>
        <p className="quiet small value">
          {words.types[type]} · <code>{keyId}</code>
        </p>
      </td>
      <td>
        <Label text={words.scopes} />
        {listText(
          scopes.map((scope) => words.scopeNames[scope]),
          language,
        )}
      </td>
      <td className="nowrap">
        <Label text={words.lastUsed} />
        {lastUsedAt === null ? words.never : format.instant(lastUsedAt)}
      </td>
      <td className="nowrap">
        <Label text={words.expires} />
        {end === null ? words.never : format.instant(end)}
      </td>
      <td className="row-actions">{state === 'ACTIVE' && <RowMenu apiKey={apiKey} onMade={onMade} />}</td>
    </tr>
  )
}

/** A card on a phone has no head. */
function Label({ text }: { readonly text: string }) {
  return (
    <span className="cell-label" aria-hidden="true">
      {text}
    </span>
  )
}

function RowMenu({ apiKey, onMade }: { readonly apiKey: Key; readonly onMade: Props['onMade'] }) {
  const words = useWords('developers')
  const [asked, setAsked] = useState<'rotate' | 'revoke'>()
  const revoke = useRevokeKey(apiKey.keyId)
  const name = apiKey.label
  const close = () => setAsked(undefined)
  const trigger = (
    <Button kind="quiet" isCompact aria-label={words.actionsOf({ name })}>
      <Ellipsis size={20} aria-hidden="true" />
    </Button>
  )
  return (
    <>
      <Menu trigger={trigger}>
        <MenuItem
          reason={apiKey.type === 'certificate' ? words.isCertificate : undefined}
          onSelect={() => setAsked('rotate')}
        >
          {words.rotate}
        </MenuItem>
        <MenuItem isDanger onSelect={() => setAsked('revoke')}>
          {words.revoke}
        </MenuItem>
      </Menu>
      {asked === 'rotate' && <RotateKeyDialog apiKey={apiKey} onClose={close} onMade={onMade} />}
      <ConfirmDialog
        isOpen={asked === 'revoke'}
        onClose={close}
        title={words.revokeTitle({ name })}
        confirmLabel={words.revokeConfirm({ name })}
        isDanger
        isBusy={revoke.isPending}
        onConfirm={() =>
          revoke.mutate(undefined, {
            onSuccess: () => {
              close()
              showToast(words.revoked({ name }))
            },
          })
        }
      >
        <FormProblem error={revoke.error} />
        <p>{words.revokeText}</p>
      </ConfirmDialog>
    </>
  )
}
