import { useForm, useWatch } from 'react-hook-form'
import { useSentChange } from '../changes/use-sent-change.ts'
import { useFormat } from '../format/use-format.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { ProblemNotice } from '../ui/problem.tsx'
import { useWords } from '../words/use-words.ts'

/** A payment received elsewhere that counts. */
type ReceivedPayment = {
  readonly transactionId: string
  readonly at: string
  readonly amount: string
  readonly currency: string
}
type Reversal = { readonly paymentId: string; readonly reason: string }
type Props = { readonly payments: readonly ReceivedPayment[]; readonly onClose: () => void }

/** Takes back a payment received elsewhere, such as a check that bounced. */
export function ReverseDialog({ payments, onClose }: Props) {
  const words = useWords('detail')
  const shell = useWords('shell')
  const format = useFormat()
  const { change, isBusy, problem } = useSentChange<Reversal>(
    (api, { paymentId, reason }, once) =>
      api.post(`/payments/v1/payments/${encodeURIComponent(paymentId)}/reversal`, { reason }, once),
    onClose,
  )
  const [first] = payments
  const { register, handleSubmit, control, formState } = useForm<Reversal>({
    mode: 'onTouched',
    defaultValues: { paymentId: first?.transactionId ?? '', reason: '' },
  })
  const paymentId = useWatch({ control, name: 'paymentId' })
  const payment = payments.find(({ transactionId }) => transactionId === paymentId) ?? first
  if (payment === undefined) return null
  const amount = format.amount(payment.amount, payment.currency)
  const submit = handleSubmit(({ reason }) =>
    change({ paymentId: payment.transactionId, reason: reason.trim() }, words.reversed({ amount })),
  )
  return (
    <Dialog isOpen onClose={onClose} title={words.reverseTitle} isQuestion>
      <form className="stack" onSubmit={(event) => void submit(event)} noValidate>
        {problem !== undefined && <ProblemNotice>{problem}</ProblemNotice>}
        <p>{words.reverseText({ amount })}</p>
        {payments.length > 1 && (
          <SelectField label={words.payment} {...register('paymentId')}>
            {payments.map(({ transactionId, at, ...other }) => (
              <option key={transactionId} value={transactionId}>
                {words.paymentOf({ amount: format.amount(other.amount, other.currency), time: format.instant(at) })}
              </option>
            ))}
          </SelectField>
        )}
        <TextField
          label={words.reason}
          help={words.reverseHelp}
          maxLength={255}
          autoComplete="off"
          problem={formState.errors.reason?.message}
          {...register('reason', { validate: (reason) => (reason.trim() === '' ? words.enterReason : true) })}
        />
        <DialogActions>
          <Button kind="plain" onClick={onClose} disabled={isBusy}>
            {shell.back}
          </Button>
          <Button type="submit" kind="danger" isBusy={isBusy}>
            {words.reverse({ amount })}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
