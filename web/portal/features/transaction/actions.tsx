import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { isZero } from '../../invoice-list/rows.ts'
import { RefundDialog } from '../../refunds/refund-dialog.tsx'
import { ReverseDialog } from '../../refunds/reverse-dialog.tsx'
import { useMay } from '../../session/organization.ts'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { useWords } from '../../words/use-words.ts'
import type { TransactionDetail } from './queries.ts'
import { ChargeDialog, RevokeDialog, StoreDialog } from './token-dialogs.tsx'

type Props = { readonly detail: TransactionDetail }
type Opened = 'refund' | 'store' | 'charge' | 'revoke'

/** The refund as the filled button while something is left; the rest in a menu, where it says why it is not possible. */
export function Actions({ detail }: Props) {
  const words = useWords('transactions')
  const may = useMay()
  const [opened, open] = useState<Opened>()
  const close = () => open(undefined)
  const { transaction, payment, token } = detail
  if (!may('payments') || payment === null) return null
  if (transaction.type === 'EXTERNAL') return <ReceivedActions payment={payment} />
  if (transaction.type !== 'PAYMENT') return null
  const isRefundable = !isZero(payment.refundableAmount)
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
        {!isRefundable && <MenuItem reason={words.nothingToRefund}>{words.refund}</MenuItem>}
        <TokenItems detail={detail} open={open} />
      </Menu>
      {isRefundable && <Button onClick={() => open('refund')}>{words.refund}</Button>}
      {opened === 'refund' && (
        <RefundDialog
          payments={[{ ...payment, transactionId: payment.id, at: payment.submitTimeUtc }]}
          onClose={close}
        />
      )}
      {opened === 'store' && <StoreDialog id={transaction.id} onClose={close} />}
      {opened === 'charge' && token !== null && <ChargeDialog token={token} onClose={close} />}
      {opened === 'revoke' && token !== null && <RevokeDialog token={token} onClose={close} />}
    </div>
  )
}

/** A payment received elsewhere can be taken back once. */
function ReceivedActions({ payment }: { readonly payment: NonNullable<TransactionDetail['payment']> }) {
  const { actions } = useWords('detail')
  const [isOpen, setOpen] = useState(false)
  const shown = { ...payment, transactionId: payment.id, at: payment.submitTimeUtc }
  return (
    <>
      {payment.status === 'COMPLETED' && (
        <Button kind="plain" onClick={() => setOpen(true)}>
          {actions.reverse}
        </Button>
      )}
      {isOpen && <ReverseDialog payments={[shown]} onClose={() => setOpen(false)} />}
    </>
  )
}

type ItemsProps = Props & { readonly open: (dialog: Opened) => void }

/** Actions on the account of the payment. */
function TokenItems({ detail: { token, tokenRefusal }, open }: ItemsProps) {
  const words = useWords('transactions')
  if (token === null) {
    const reason = tokenRefusal === null ? undefined : refusalText(words.tokenRefusals, tokenRefusal)
    return (
      <MenuItem onSelect={() => open('store')} reason={reason}>
        {words.store}
      </MenuItem>
    )
  }
  if (token.status === 'REVOKED') {
    return <MenuItem reason={words.tokenRefusals['TOKEN_REVOKED']}>{words.chargeInvoice}</MenuItem>
  }
  return (
    <>
      <MenuItem onSelect={() => open('charge')}>{words.chargeInvoice}</MenuItem>
      <MenuItem isDanger onSelect={() => open('revoke')}>
        {words.revoke}
      </MenuItem>
    </>
  )
}

type Refusal = { readonly reason: string; readonly message: string }

function refusalText(texts: Readonly<Record<string, string>>, { reason, message }: Refusal): string {
  return texts[reason] ?? message
}
