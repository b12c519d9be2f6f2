import { useState } from 'react'
import { parseDecimal } from '../../../../src/kernel/decimal.ts'
import { useSentChange } from '../../changes/use-sent-change.ts'
import { useFormat } from '../../format/use-format.ts'
import { readAmountEnd } from '../../invoice-list/filter-bar/typed-amount-end.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog, Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { ProblemNotice } from '../../ui/problem.tsx'
import { useWords } from '../../words/use-words.ts'
import type { Token } from './queries.ts'

/** Makes a token of the payment: its payer agreed to it. */
export function StoreDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const words = useWords('transactions')
  const { change, isBusy, problem } = useSentChange<string>(
    (api, payment, once) => api.post(`/payments/v1/transactions/${encodeURIComponent(payment)}/token`, {}, once),
    onClose,
  )
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={words.storeQuestion}
      confirmLabel={words.store}
      isBusy={isBusy}
      onConfirm={() => change(id, words.stored)}
    >
      {problem !== undefined && <ProblemNotice>{problem}</ProblemNotice>}
      <p>{words.storeText}</p>
    </ConfirmDialog>
  )
}

type TokenProps = { readonly token: Token; readonly onClose: () => void }

/** Makes the stored account unusable. */
export function RevokeDialog({ token, onClose }: TokenProps) {
  const words = useWords('transactions')
  const { change, isBusy, problem } = useSentChange<string>(
    (api, tokenId) => api.delete(`/payments/v1/tokens/${encodeURIComponent(tokenId)}`),
    onClose,
  )
  return (
    <ConfirmDialog
      isOpen
      isDanger
      onClose={onClose}
      title={words.revokeQuestion}
      confirmLabel={words.revoke}
      isBusy={isBusy}
      onConfirm={() => change(token.id, words.revoked)}
    >
      {problem !== undefined && <ProblemNotice>{problem}</ProblemNotice>}
      <p>{words.revokeText}</p>
    </ConfirmDialog>
  )
}

type Charge = { readonly invoiceId: string; readonly amount?: string }
type ChargeResult = { readonly status: string; readonly amount: string; readonly currency: string }

/** Charges the stored account for an invoice to the same customer. */
export function ChargeDialog({ token, onClose }: TokenProps) {
  const words = useWords('transactions')
  const detail = useWords('detail')
  const shell = useWords('shell')
  const format = useFormat()
  const [invoiceId, setInvoice] = useState('')
  const [amount, setAmount] = useState('')
  const [isChecked, setChecked] = useState(false)
  const { change, isBusy, problem } = useSentChange<Charge>(
    (api, body, once) => api.post(`/payments/v1/tokens/${encodeURIComponent(token.id)}/charges`, body, once),
    onClose,
  )
  const read = readAmountEnd(amount, undefined)
  const isAmount = read.kind === 'amount' && (read.value === undefined || isPositive(read.value))
  const send = () => {
    setChecked(true)
    if (invoiceId.trim() === '' || read.kind !== 'amount' || !isAmount) return
    const body = { invoiceId: invoiceId.trim(), ...(read.value !== undefined && { amount: read.value }) }
    change(body, (result) => {
      const { status, amount: charged, currency } = result as ChargeResult
      const texts: Readonly<Record<string, string>> = words.chargeResults
      return `${format.amount(charged, currency)} · ${texts[status] ?? status}`
    })
  }
  return (
    <Dialog isOpen onClose={onClose} title={words.chargeInvoice} isQuestion>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        {problem !== undefined && <ProblemNotice>{problem}</ProblemNotice>}
        <p>{words.chargeText}</p>
        <TextField
          label={words.facts.invoice}
          problem={isChecked && invoiceId.trim() === '' ? words.enterInvoice : undefined}
          autoComplete="off"
          value={invoiceId}
          onChange={({ target }) => setInvoice(target.value)}
        />
        <TextField
          label={detail.amount}
          help={words.chargeAmountHelp}
          problem={isChecked && !isAmount ? detail.enterAmount : undefined}
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          onChange={({ target }) => setAmount(target.value)}
        />
        <DialogActions>
          <Button kind="plain" onClick={onClose} disabled={isBusy}>
            {shell.cancel}
          </Button>
          <Button type="submit" isBusy={isBusy}>
            {words.charge}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function isPositive(text: string): boolean {
  return (parseDecimal(text)?.units ?? 0n) > 0n
}
