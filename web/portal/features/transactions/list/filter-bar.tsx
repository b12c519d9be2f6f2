import { TRANSACTION_STATES, TRANSACTION_TYPES } from '../../../../../src/payments/transaction-list/transaction-list.ts'
import { AddFilter } from '../../../filters/add-filter.tsx'
import { FilterChips } from '../../../filters/filter-chips.tsx'
import { listText } from '../../../format/lists.ts'
import { AmountForm } from '../../../invoice-list/filter-bar/amount-form.tsx'
import { CurrencyForm } from '../../../invoice-list/filter-bar/choice-forms.tsx'
import { CustomerForm } from '../../../invoice-list/filter-bar/customer-form.tsx'
import { DateForm } from '../../../invoice-list/filter-bar/date-form.tsx'
import { amountsText, datesText } from '../../../invoice-list/filter-bar/filter-texts.ts'
import { CREATED_PERIODS } from '../../../invoice-list/state/periods.ts'
import { useLanguage, useWords } from '../../../words/use-words.ts'
import { type TransactionListAddress, TransactionsLink } from './address.tsx'
import { ChoicesForm, TextForm } from './forms.tsx'
import {
  FILTERS,
  type Filter,
  isLastDigits,
  isOn,
  type TransactionListState,
  withoutFilter,
  withoutFilters,
} from './state.ts'

type Props = { readonly list: TransactionListAddress }

function useFilters(list: TransactionListAddress) {
  const words = useWords('transactions')
  return FILTERS.map((filter) => ({
    name: filter,
    label: words.filters[filter],
    form: (onDone: () => void) => <FilterForm filter={filter} list={list} onDone={onDone} />,
  }))
}

export function AddTransactionFilter({ list }: Props) {
  return <AddFilter offered={useFilters(list)} />
}

export function TransactionChips({ list }: Props) {
  const words = useWords('invoices')
  const textOf = useFilterText(list.state)
  const active = useFilters(list)
    .filter(({ name }) => isOn(list.state, name))
    .map((filter) => ({
      ...filter,
      text: textOf(filter.name),
      remove: (anchor: object) => <TransactionsLink list={withoutFilter(list.state, filter.name)} {...anchor} />,
    }))
  return (
    <FilterChips
      active={active}
      clear={
        <TransactionsLink className="button quiet compact" list={withoutFilters(list.state)}>
          {words.clearFilters}
        </TransactionsLink>
      }
    />
  )
}

/** The value of a filter that is on, as its chip says it. */
function useFilterText(state: TransactionListState): (filter: Filter) => string {
  const words = useWords('transactions')
  const listWords = useWords('invoices')
  const language = useLanguage()
  const wording = { words: listWords, language }
  return (filter) => {
    switch (filter) {
      case 'types':
        return listText(
          state.types.map((type) => words.types[type]),
          language,
        )
      case 'states':
        return listText(
          state.states.map((each) => words.states[each]),
          language,
        )
      case 'dates':
      case 'moved':
        return datesText(state[filter], wording)
      case 'amount':
        return amountsText(state.amount, state.currency, wording)
      case 'currency':
      case 'email':
      case 'lastFour':
      case 'processor':
      case 'source':
        return state[filter] ?? ''
    }
  }
}

type FormProps = { readonly filter: Filter; readonly list: TransactionListAddress; readonly onDone: () => void }

/** The form of one filter, in its popup. */
function FilterForm({ filter, list: { state, change }, onDone }: FormProps) {
  const words = useWords('transactions')
  const onApply = (changed: Partial<TransactionListState>) => {
    change({ ...state, ...changed })
    onDone()
  }
  switch (filter) {
    case 'types':
      return (
        <ChoicesForm
          choices={TRANSACTION_TYPES}
          chosen={state.types}
          labels={words.types}
          onApply={(types) => onApply({ types })}
        />
      )
    case 'states':
      return (
        <ChoicesForm
          choices={TRANSACTION_STATES}
          chosen={state.states}
          labels={words.states}
          onApply={(states) => onApply({ states })}
        />
      )
    case 'dates':
    case 'moved':
      return (
        <DateForm dates={state[filter]} periods={CREATED_PERIODS} onApply={(dates) => onApply({ [filter]: dates })} />
      )
    case 'amount':
      return <AmountForm amount={state.amount} currency={state.currency} onApply={(amount) => onApply({ amount })} />
    case 'currency':
      return <CurrencyForm currency={state.currency} onApply={(currency) => onApply({ currency })} />
    case 'email':
      return <CustomerForm email={state.email} onApply={(email) => onApply({ email })} />
    case 'lastFour':
    case 'processor':
    case 'source':
      return <WholeText filter={filter} text={state[filter]} onApply={onApply} />
  }
}

type WholeProps = {
  readonly filter: 'lastFour' | 'source' | 'processor'
  readonly text: string | undefined
  readonly onApply: (changed: Partial<TransactionListState>) => void
}

function WholeText({ filter, text, onApply }: WholeProps) {
  const words = useWords('transactions')
  const isDigits = filter === 'lastFour'
  return (
    <TextForm
      label={words.filters[filter]}
      help={words.filterHints[filter]}
      text={text}
      problem={isDigits ? words.wrongLastFour : words.enterText}
      {...(isDigits && { isRight: isLastDigits })}
      isNumeric={isDigits}
      onApply={(typed) => onApply({ [filter]: typed })}
    />
  )
}
