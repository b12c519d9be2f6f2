import { useForm, useWatch } from 'react-hook-form'
import { parseDecimal } from '../../../../src/kernel/decimal.ts'
import { moneyText } from '../../../../src/kernel/language.ts'
import { moneyOf } from '../../../../src/kernel/money.ts'
import { moneyFieldText } from '../../format/amount-field-text.ts'
import { useFormat } from '../../format/use-format.ts'
import { readAmount } from '../../refunds/read-amount.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { ProblemNotice } from '../../ui/problem.tsx'
import { useLanguage, useWords } from '../../words/use-words.ts'
import type { Invoice } from './queries.ts'
import { useChange } from './use-change.ts'

const METHODS = ['bankTransfer', 'cash', 'check', 'other'] as const
type Values = { readonly amount: string; readonly date: string; readonly method: string; readonly note: string }
type Props = { readonly invoice: Invoice; readonly today: string; readonly onClose: () => void }

/** A payment received elsewhere: cash, a check, a transfer. */
export function RecordPaymentDialog({ invoice, today, onClose }: Props) {
  const words = useWords('detail')
  const shell = useWords('shell')
  const language = useLanguage()
  const format = useFormat()
  const { currency, balanceAmount } = invoice.orderInformation.amountDetails
  const balance = moneyOf(parseDecimal(balanceAmount) ?? { units: 0n, scale: 0 }, currency)
  const { change, isBusy, problem } = useChange(invoice.invoiceInformation.invoiceNumber, onClose)
  const { register, handleSubmit, control, formState } = useForm<Values>({
    mode: 'onTouched',
    defaultValues: {
      amount: balance === undefined ? balanceAmount : moneyFieldText(balance, language),
      date: today,
      method: METHODS[0],
      note: '',
    },
  })
  const most = balance ?? { minor: 0n, currency }
  const read = readAmount(useWatch({ control, name: 'amount' }), { currency, most, language }, words)
  const submit = handleSubmit(({ date, method, note }) => {
    if ('problem' in read) return
    const body = { amount: read.amount, date, method, ...(note.trim() !== '' && { note: note.trim() }) }
    change({ action: 'recordPayment', body }, words.recorded({ amount: moneyText(read.money, language) }))
  })
  return (
    <Dialog isOpen onClose={onClose} title={words.recordTitle} isQuestion>
      <form className="stack" onSubmit={(event) => void submit(event)} noValidate>
        {problem !== undefined && <ProblemNotice>{problem}</ProblemNotice>}
        <p>{words.recordText({ amount: format.amount(balanceAmount, currency) })}</p>
        <TextField
          label={`${words.amount} (${currency})`}
          inputMode="decimal"
          autoComplete="off"
          problem={
            formState.touchedFields.amount && 'problem' in read ? read.problem : formState.errors.amount?.message
          }
          {...register('amount', { validate: () => ('problem' in read ? read.problem : true) })}
        />
        <TextField
          label={words.receivedOn}
          type="date"
          max={today}
          problem={formState.errors.date?.message}
          {...register('date', { validate: (date) => (date !== '' && date <= today ? true : words.enterDate) })}
        />
        <SelectField label={words.method} {...register('method')}>
          {METHODS.map((method) => (
            <option key={method} value={method}>
              {words.methods[method]}
            </option>
          ))}
        </SelectField>
        <TextField label={words.note} help={words.noteHelp} maxLength={255} {...register('note')} />
        <DialogActions>
          <Button kind="plain" onClick={onClose} disabled={isBusy}>
            {shell.cancel}
          </Button>
          <Button type="submit" isBusy={isBusy}>
            {'money' in read ? words.record({ amount: moneyText(read.money, language) }) : words.actions.recordPayment}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
