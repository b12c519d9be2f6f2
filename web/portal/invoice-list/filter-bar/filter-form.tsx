import type { ListAddress } from '../list-address.tsx'
import type { Filter, ListState } from '../state/list-state.ts'
import { CREATED_PERIODS, DUE_PERIODS } from '../state/periods.ts'
import { AmountForm } from './amount-form.tsx'
import { CurrencyForm, LanguageForm, StatusForm, UndeliveredForm } from './choice-forms.tsx'
import { CustomFieldForm } from './custom-field-form.tsx'
import { CustomerForm } from './customer-form.tsx'
import { DateForm } from './date-form.tsx'

type Props = { readonly filter: Filter; readonly list: ListAddress; readonly onDone: () => void }

/** The form of one filter, in its popup. */
export function FilterForm({ filter, list: { state, change }, onDone }: Props) {
  const onApply = (changed: Partial<ListState>) => {
    change({ ...state, ...changed })
    onDone()
  }
  const props = { state, onApply }
  switch (filter) {
    case 'status':
      return <StatusForm {...props} />
    case 'created':
      return <DateForm dates={state.created} periods={CREATED_PERIODS} onApply={(created) => onApply({ created })} />
    case 'due':
      return <DateForm dates={state.due} periods={DUE_PERIODS} onApply={(due) => onApply({ due })} />
    case 'amount':
      return <AmountForm amount={state.amount} currency={state.currency} onApply={(amount) => onApply({ amount })} />
    case 'currency':
      return <CurrencyForm currency={state.currency} onApply={(currency) => onApply({ currency })} />
    case 'customerEmail':
      return <CustomerForm email={state.customerEmail} onApply={(customerEmail) => onApply({ customerEmail })} />
    case 'language':
      return <LanguageForm {...props} />
    case 'customFields':
      return <CustomFieldForm {...props} />
    case 'undelivered':
      return <UndeliveredForm {...props} />
  }
}
