import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { useMay } from '../../session/organization.ts'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { useWords } from '../../words/use-words.ts'
import { ActionDialog } from './action-dialog.tsx'
import { type ActionName, type ActionState, type Activity, nextActionOf } from './activity.ts'
import { useCopyLink } from './payment-link.tsx'
import type { Invoice } from './queries.ts'
import { RecordPaymentDialog } from './record-payment-dialog.tsx'
import { RefundDialog } from './refund-dialog.tsx'

type Props = { readonly invoice: Invoice; readonly activity: Activity }

const SHOWN = ['send', 'publish', 'remind', 'recordPayment', 'refund', 'cancel'] as const
const NEEDED: Readonly<Record<ActionName, 'invoices' | 'payments'>> = {
  send: 'invoices',
  publish: 'invoices',
  remind: 'invoices',
  cancel: 'invoices',
  update: 'invoices',
  recordPayment: 'payments',
  refund: 'payments',
}

/** The next action as the filled button, and all others in a menu. An action that is not allowed now says why. */
export function Actions({ invoice, activity }: Props) {
  const words = useWords('detail')
  const may = useMay()
  const copyLink = useCopyLink(invoice)
  const [opened, setOpened] = useState<ActionName>()
  const actions = activity.actions.filter(({ action }) => may(NEEDED[action]))
  const next = nextActionOf(invoice.status, actions)
  const close = () => setOpened(undefined)
  const labelOf = useLabel(invoice)
  if (actions.length === 0) return <Button onClick={copyLink}>{words.copyLink}</Button>
  return (
    <div className="actions">
      <Menu
        trigger={
          <Button kind="plain">
            {words.moreActions}
            <ChevronDown size={16} aria-hidden="true" />
          </Button>
        }
      >
        {SHOWN.map((name) => {
          const state = actions.find(({ action }) => action === name)
          return state === undefined || name === next ? null : (
            <Item key={name} state={state} label={labelOf(name)} onSelect={() => setOpened(name)} />
          )
        })}
      </Menu>
      {next === 'copyLink' && <Button onClick={copyLink}>{words.copyLink}</Button>}
      {next !== undefined && next !== 'copyLink' && <Button onClick={() => setOpened(next)}>{labelOf(next)}</Button>}
      {opened === 'recordPayment' && <RecordPaymentDialog invoice={invoice} today={activity.today} onClose={close} />}
      {opened === 'refund' && <RefundDialog invoice={invoice} activity={activity} onClose={close} />}
      {(opened === 'send' || opened === 'publish' || opened === 'remind' || opened === 'cancel') && (
        <ActionDialog action={opened} invoice={invoice} onClose={close} />
      )}
    </div>
  )
}

function useLabel({ status }: Invoice): (name: (typeof SHOWN)[number]) => string {
  const { actions } = useWords('detail')
  const isSent = status === 'SENT' || status === 'PARTIAL'
  return (name) => (name === 'send' && isSent ? actions.resend : actions[name])
}

type ItemProps = { readonly state: ActionState; readonly label: string; readonly onSelect: () => void }

function Item({ state, label, onSelect }: ItemProps) {
  const words = useWords('detail')
  const format = useFormat()
  const { action, isAllowed, reason, availableAt } = state
  const later = availableAt === null ? undefined : words.availableAt({ time: format.instant(availableAt) })
  const why = later ?? (reason === null ? undefined : (words.refusals[reason] ?? reason))
  return (
    <MenuItem onSelect={onSelect} isDanger={action === 'cancel'} reason={isAllowed ? undefined : (why ?? '')}>
      {label}
    </MenuItem>
  )
}
