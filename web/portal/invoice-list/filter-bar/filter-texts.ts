// pure
import { decimalsOfCurrency } from '../../../../src/kernel/currency.ts'
import { parseDecimal } from '../../../../src/kernel/decimal.ts'
import { LANGUAGES, type Language, priceText } from '../../../../src/kernel/language.ts'
import { STATUS_WORDS } from '../../../../src/kernel/wording/status-words.ts'
import { calendarDateText } from '../../format/dates.ts'
import { listText } from '../../format/lists.ts'
import type { Words } from '../../words/words.ts'
import type { AmountFilter, DateFilter, Filter, ListState } from '../state/list-state.ts'
import { shownStatusesOf } from '../state/views.ts'

type Wording = { readonly words: Words['invoices']; readonly language: Language }

/** The value of a filter that is on, as its chip says it. */
export function filterText(state: ListState, filter: Filter, wording: Wording): string {
  const { language } = wording
  switch (filter) {
    case 'status':
      return listText(
        shownStatusesOf(state.status).map((status) => STATUS_WORDS[language][status]),
        language,
      )
    case 'created':
      return datesText(state.created, wording)
    case 'due':
      return datesText(state.due, wording)
    case 'amount':
      return amountsText(state.amount, state.currency, wording)
    case 'currency':
      return state.currency ?? ''
    case 'customerEmail':
      return state.customerEmail ?? ''
    case 'language':
      return state.language === undefined ? '' : languageText(state.language, language)
    case 'customFields':
      return listText(
        state.customFields.map(({ name, value }) => `${name} = ${value}`),
        language,
      )
    case 'undelivered':
      return wording.words.undelivered
  }
}

export function datesText(dates: DateFilter | undefined, { words, language }: Wording): string {
  if (dates === undefined) return ''
  if (dates.kind === 'period') return words.periods[dates.period]
  const [from, to] = [dates.from, dates.to].map((date) => date && calendarDateText(date, language))
  if (from !== undefined && to !== undefined) return from === to ? from : words.between({ from, to })
  return from === undefined ? words.until({ to: to ?? '' }) : words.since({ from })
}

export function amountsText(amounts: AmountFilter | undefined, currency: string | undefined, wording: Wording): string {
  const { words, language } = wording
  const [from, to] = [amounts?.from, amounts?.to].map((text) =>
    text === undefined ? undefined : amountText(text, currency, language),
  )
  if (from !== undefined && to !== undefined) return words.between({ from, to })
  return from === undefined ? words.amountAtMost({ amount: to ?? '' }) : words.amountAtLeast({ amount: from })
}

/** With its currency if the list has only one. */
export function amountText(text: string, currency: string | undefined, language: Language): string {
  const decimal = parseDecimal(text)
  if (decimal === undefined) return text
  if (currency !== undefined) return priceText(decimal, currency, language)
  return new Intl.NumberFormat(language, { maximumFractionDigits: DECIMALS_MAX }).format(text as `${number}`)
}

/** As many decimals as any currency has. */
const DECIMALS_MAX = 4

export function decimalsMaxOf(currency: string | undefined): number {
  return currency === undefined ? DECIMALS_MAX : (decimalsOfCurrency(currency) ?? DECIMALS_MAX)
}

/** The name of a language in the reader's language: French, Französisch. Its region is said only where there are two. */
export function languageText(named: string, language: Language): string {
  const [tongue = named] = named.split('-')
  const isOne = LANGUAGES.filter((each) => each.startsWith(`${tongue}-`)).length < 2
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(isOne ? tongue : named) ?? named
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}
