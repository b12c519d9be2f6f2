import { useNavigate } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { RefundDialog } from '../../refunds/refund-dialog.tsx'
import { ReverseDialog } from '../../refunds/reverse-dialog.tsx'
import { useMay, useOrganization } from '../../session/organization.ts'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { useWords } from '../../words/use-words.ts'
import { ActionDialog } from './action-dialog.tsx'
import {
  type ActionName,
  type ActionState,
  type Activity,
  nextActionOf,
  refundablePayments,
  reversiblePayments,
} from './activity.ts'
import { useCopyLink } from './payment-link.tsx'
import type { Invoice } from './queries.ts'
import { RecordPaymentDialog } from './record-payment-dialog.tsx'

type Props = { readonly invoice: Invoice; readonly activity: Activity }

const SHOWN = ['send', 'publish', 'remind', 'recordPayment', 'refund'] as const
type Shown = (typeof SHOWN)[number] | 'cancel'
const NEEDED: Readonly<Record<ActionName, 'invoices' | 'payments'>> = {
  send: 'invoices',
  publish: 'invoices',
  remind: 'invoices',
  cancel: 'invoices',
  update: 'invoices',
  recordPayment: 'payments',
  refund: 'payments',
}

/** Those who may change nothing may still pass the link on. */
const TAKES_PAYMENT: readonly string[] = ['CREATED', 'SENT', 'PARTIAL']

/** The next action as the filled button, and all others in a menu. An action that is not allowed now says why. */
export function Actions({ invoice, activity }: Props) {
  const words = useWords('detail')
  const may = useMay()
  const copyLink = useCopyLink(invoice)
  const [opened, setOpened] = useState<ActionName | 'reverse'>()
  const actions = activity.actions.filter(({ action }) => may(NEEDED[action]))
  const next = nextActionOf(invoice.status, actions)
  const close = () => setOpened(undefined)
  const labelOf = useLabel(invoice)
  const itemOf = (name: Shown) => {
    const state = actions.find(({ action }) => action === name)
    return state === undefined || name === next ? null : (
      <Item key={name} state={state} label={labelOf(name)} onSelect={() => setOpened(name)} />
    )
  }
  const reversible = may('payments') ? reversiblePayments(activity.entries) : []
  if (actions.length === 0) {
    return TAKES_PAYMENT.includes(invoice.status) ? <Button onClick={copyLink}>{words.copyLink}</Button> : null
  }
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
        <EditItem invoice={invoice} state={actions.find(({ action }) => action === 'update')} />
        {SHOWN.map(itemOf)}
        {reversible.length > 0 && <MenuItem onSelect={() => setOpened('reverse')}>{words.actions.reverse}</MenuItem>}
        {itemOf('cancel')}
      </Menu>
      {next === 'copyLink' && <Button onClick={copyLink}>{words.copyLink}</Button>}
      {next !== undefined && next !== 'copyLink' && <Button onClick={() => setOpened(next)}>{labelOf(next)}</Button>}
      {opened === 'recordPayment' && <RecordPaymentDialog invoice={invoice} today={activity.today} onClose={close} />}
      {opened === 'refund' && <RefundDialog payments={refundablePayments(activity.entries)} onClose={close} />}
      {opened === 'reverse' && <ReverseDialog payments={reversible} onClose={close} />}
      {(opened === 'send' || opened === 'publish' || opened === 'remind' || opened === 'cancel') && (
        <ActionDialog action={opened} invoice={invoice} onClose={close} />
      )}
    </div>
  )
}

function useLabel({ status }: Invoice): (name: Shown) => string {
  const { actions } = useWords('detail')
  const isSent = status === 'SENT' || status === 'PARTIAL'
  return (name) => (name === 'send' && isSent ? actions.resend : actions[name])
}

type EditProps = { readonly invoice: Invoice; readonly state: ActionState | undefined }

/** Opens the editor; where the status forbids changes, it says why. */
function EditItem({ invoice, state }: EditProps) {
  const words = useWords('editor')
  const detail = useWords('detail')
  const { organizationId } = useOrganization()
  const navigate = useNavigate()
  const { invoiceNumber: number } = invoice.invoiceInformation
  if (state === undefined) return null
  const reason = state.isAllowed ? undefined : (detail.refusals[state.reason ?? ''] ?? state.reason ?? '')
  const edit = () => navigate({ to: '/o/$organizationId/invoices/$number/edit', params: { organizationId, number } })
  const copy = () =>
    navigate({ to: '/o/$organizationId/invoices/-/new', params: { organizationId }, search: { from: number } })
  return (
    <>
      <MenuItem onSelect={() => void edit()} reason={reason}>
        {words.edit}
      </MenuItem>
      <MenuItem onSelect={() => void copy()}>{words.duplicate}</MenuItem>
    </>
  )
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
