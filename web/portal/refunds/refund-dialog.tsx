import { useForm, useWatch } from 'react-hook-form'
import type { Static } from 'typebox'
import { parseDecimal } from '../../../src/kernel/decimal.ts'
import { type Language, moneyText } from '../../../src/kernel/language.ts'
import { type Money, moneyOf } from '../../../src/kernel/money.ts'
import type { RefundContract } from '../../../src/payments/http/contract.ts'
import type { Received } from '../api/exact-json.ts'
import { useSentChange } from '../changes/use-sent-change.ts'
import { moneyFieldText } from '../format/amount-field-text.ts'
import { useFormat } from '../format/use-format.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { ProblemNotice } from '../ui/problem.tsx'
import { useLanguage, useWords } from '../words/use-words.ts'
import { readAmount } from './read-amount.ts'

/** A payment of which something can be refunded. */
type RefundablePayment = {
  readonly transactionId: string
  readonly at: string
  readonly amount: string
  readonly currency: string
  readonly refundableAmount: string
}
type Refund = {
  readonly paymentId: string
  readonly body: { readonly amount: string; readonly reason?: string }
}
type Values = { readonly paymentId: string; readonly amount: string; readonly reason: string }
type Props = { readonly payments: readonly RefundablePayment[]; readonly onClose: () => void }

/** Refunds one payment, in whole or in part. */
export function RefundDialog({ payments, onClose }: Props) {
  const words = useWords('detail')
  const shell = useWords('shell')
  const language = useLanguage()
  const format = useFormat()
  const { change, isBusy, problem } = useSentChange<Refund>(
    (api, { paymentId, body }, once) =>
      api.post(`/payments/v1/payments/${encodeURIComponent(paymentId)}/refunds`, body, once),
    onClose,
  )
  const [first] = payments
  const { register, handleSubmit, control, formState, setValue } = useForm<Values>({
    mode: 'onTouched',
    defaultValues: { paymentId: first?.transactionId ?? '', amount: wholeText(first, language), reason: '' },
  })
  const [paymentId, typed] = useWatch({ control, name: ['paymentId', 'amount'] })
  const payment = payments.find(({ transactionId }) => transactionId === paymentId) ?? first
  const currency = payment?.currency ?? ''
  const read = readAmount(typed, { currency, most: refundableOf(payment) ?? { minor: 0n, currency }, language }, words)
  const submit = handleSubmit(({ reason }) => {
    if ('problem' in read || payment === undefined) return
    const body = { amount: read.amount, ...(reason.trim() !== '' && { reason: reason.trim() }) }
    const shown = moneyText(read.money, language)
    change({ paymentId: payment.transactionId, body }, (result) => {
      const { status } = result as Received<Static<typeof RefundContract>>
      if (status === 'FAILED') return words.refundDeclined
      return status === 'PENDING' ? words.refundPending({ amount: shown }) : words.refunded({ amount: shown })
    })
  })
  return (
    <Dialog isOpen onClose={onClose} title={words.refundTitle} isQuestion>
      <form className="stack" onSubmit={(event) => void submit(event)} noValidate>
        {problem !== undefined && <ProblemNotice>{problem}</ProblemNotice>}
        <p>{words.refundText}</p>
        {payments.length > 1 && (
          <SelectField
            label={words.payment}
            {...register('paymentId', {
              onChange: ({ target }: { readonly target: HTMLSelectElement }) =>
                setValue(
                  'amount',
                  wholeText(
                    payments.find(({ transactionId }) => transactionId === target.value),
                    language,
                  ),
                ),
            })}
          >
            {payments.map(({ transactionId, amount, at }) => (
              <option key={transactionId} value={transactionId}>
                {words.paymentOf({ amount: format.amount(amount, currency), time: format.instant(at) })}
              </option>
            ))}
          </SelectField>
        )}
        <TextField
          label={`${words.amount} (${currency})`}
          help={payment && words.refundable({ amount: format.amount(payment.refundableAmount, currency) })}
          inputMode="decimal"
          autoComplete="off"
          problem={
            formState.touchedFields.amount && 'problem' in read ? read.problem : formState.errors.amount?.message
          }
          {...register('amount', { validate: () => ('problem' in read ? read.problem : true) })}
        />
        <TextField label={words.reason} maxLength={255} {...register('reason')} />
        <DialogActions>
          <Button kind="plain" onClick={onClose} disabled={isBusy}>
            {shell.cancel}
          </Button>
          <Button type="submit" kind="danger" isBusy={isBusy}>
            {'money' in read ? words.refund({ amount: moneyText(read.money, language) }) : words.actions.refund}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function refundableOf(payment: RefundablePayment | undefined): Money | undefined {
  const decimal = payment && parseDecimal(payment.refundableAmount)
  return payment === undefined || decimal === undefined ? undefined : moneyOf(decimal, payment.currency)
}

function wholeText(payment: RefundablePayment | undefined, language: Language): string {
  const money = refundableOf(payment)
  return money === undefined ? '' : moneyFieldText(money, language)
}
