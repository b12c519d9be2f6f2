// pure
import type { Money } from '../../../kernel/money.ts'
import { combined, hasNoValue } from '../../../kernel/reading/reading.ts'
import type { Payer } from '../../model/attempt.ts'
import type { HostedSource, Method, Source } from '../../port/port.ts'
import type { FormTerms } from '../page-model.ts'
import type { FormValues } from './form-fields.ts'
import { type FormRead, missing, wrong } from './form-problem.ts'
import { readAmount } from './read-amount.ts'
import { readPayer } from './read-payer.ts'
import { readSource } from './read-source.ts'

/** The payment that a valid form asks for. */
export type PayerRequest = {
  readonly amount: Money
  readonly method: Method
  /** Undefined for a method that is confirmed on a page of its own. */
  readonly source: Source | HostedSource | undefined
  readonly payer: Payer
  readonly wantsCardSaved: boolean
}

type Context = { readonly terms: FormTerms; readonly today: Temporal.PlainDate }

/** Reads the whole form, so that a payer sees all problems together. */
export function readForm(values: FormValues, context: Context): FormRead<PayerRequest> {
  const { terms } = context
  const read = combined({
    amount: readAmount(values, terms),
    payer: readPayer(values, terms.questions),
    means: readMeans(values, context),
  })
  if ('problems' in read) return read
  const { amount, payer, means } = read.value
  const wantsCardSaved = terms.canSaveCard && means.method === 'card' && values.saveCard === 'yes'
  return { value: { amount, ...means, payer: { ...payer, name: holderOf(means.source) }, wantsCardSaved } }
}

type Means = Pick<PayerRequest, 'method' | 'source'>

function readMeans(values: FormValues, { terms, today }: Context): FormRead<Means> {
  if (hasNoValue(values.method)) return missing('method', 'method')
  const method = terms.methods.find((one) => one === values.method)
  if (method === undefined) return wrong('method', { code: 'choice' })
  if (terms.hostedMethods.includes(method)) return { value: { method, source: { method, isHosted: true } } }
  if (method !== 'bankDebit' && (method !== 'card' || !terms.hasCardFields))
    return { value: { method, source: undefined } }
  const read = readSource(values, { method, today })
  return 'problems' in read ? read : { value: { method, source: read.value } }
}

/** The payer's name, where one is entered with the means of payment. */
function holderOf(source: PayerRequest['source']): string | undefined {
  if (source === undefined || 'isHosted' in source) return undefined
  if (source.method === 'card') return source.card.holder
  return source.method === 'bankDebit' ? source.account.holder : undefined
}
