import { useQuery } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { decimalsOfCurrency } from '../../../../../src/kernel/currency.ts'
import type { Language } from '../../../../../src/kernel/language.ts'
import { useApi } from '../../../api/api.ts'
import { amountFieldText } from '../../../format/amount-field-text.ts'
import { useDebounced } from '../../../ui/use-debounced.ts'
import type { EditorForm } from '../form/editor-form.ts'
import { parsed, percentFieldText } from '../form/typed-texts.ts'

/** A line of an earlier invoice, with amounts as text. */
export type EarlierLine = {
  readonly productName: string
  readonly productSku: string
  readonly unitPrice?: string
  readonly taxRate?: string
  readonly currency: string
}
type Answer = { readonly lines: readonly EarlierLine[] }

const RESTING_MS = 120
const FRESH_MS = 60_000
const NONE: readonly EarlierLine[] = []
/** One character of Chinese or Japanese says as much as several letters. */
const LONG_ENOUGH = /^(?:.{2,}|[^\p{ASCII}])/su

/** Lines of earlier invoices in the same currency whose name or SKU has the text. */
export function useEarlierLines(text: string, currency: string): readonly EarlierLine[] {
  const api = useApi()
  const search = useDebounced(text.trim(), RESTING_MS).slice(0, 100)
  const isSearched = LONG_ENOUGH.test(search) && text.trim() !== ''
  const { data } = useQuery({
    queryKey: [api.organizationId, 'earlier-lines', currency, search],
    queryFn: async ({ signal }) => {
      const { lines } = (await api.get<Answer>('/portal/v1/earlier-lines', {
        query: { search, currency },
        signal,
      })) as Answer
      return lines.filter(({ productName }) => productName !== '')
    },
    enabled: isSearched,
    staleTime: FRESH_MS,
    placeholderData: (before) => before,
  })
  return isSearched ? (data ?? NONE) : NONE
}

/** Fills a row with an earlier line. Its quantity and discount belong to that invoice alone. */
export function fillLine(form: UseFormReturn<EditorForm>, index: number, line: EarlierLine, language: Language): void {
  const { currency, level } = form.getValues()
  const at = `lines.${index}` as const
  const options = { shouldDirty: true, shouldValidate: true }
  form.setValue(`${at}.item`, line.productName, options)
  form.setValue(`${at}.sku`, line.productSku, options)
  if (line.unitPrice !== undefined) {
    const decimals = decimalsOfCurrency(currency) ?? 0
    form.setValue(`${at}.price`, amountFieldText(parsed(line.unitPrice), decimals, language), options)
  }
  if (line.taxRate !== undefined && level !== 'total') {
    form.setValue(`${at}.tax`, percentFieldText(parsed(line.taxRate), language), options)
  }
}
