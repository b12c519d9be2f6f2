// pure
import { decimalsOfCurrency } from '../../../kernel/currency.ts'
import { type Language, moneyText } from '../../../kernel/language.ts'
import type { PageWords } from '../words/page-words.ts'
import type { FormProblems } from './form-fields.ts'
import type { FormFault, FormProblem } from './form-problem.ts'

type Wording = { readonly words: PageWords; readonly language: Language }

/** The problems of a form as its page says them, each at its field. */
export function problemWords(problems: readonly FormProblem[], wording: Wording): FormProblems {
  return Object.fromEntries(problems.map((problem) => [problem.field, wordsOf(problem, wording)]))
}

function wordsOf(fault: FormFault, { words, language }: Wording): string {
  const { problems } = words
  switch (fault.code) {
    case 'tooShort':
      return problems.tooShort({ count: fault.min })
    case 'tooLong':
      return problems.tooLong({ count: fault.max })
    case 'missing':
      return problems.missing[fault.of]
    case 'amount':
    case 'wrongAmount':
      return problems[fault.code]({ example: exampleAmount(fault.currency, language) })
    case 'unclearAmount': {
      const one = moneyText(fault.meaning, language)
      const other = fault.otherMeaning && moneyText(fault.otherMeaning, language)
      return other === undefined ? problems.unclearAmount({ amount: one }) : problems.ambiguousAmount({ one, other })
    }
    case 'belowMinimum':
      return problems.belowMinimum({ amount: moneyText(fault.least, language) })
    case 'aboveBalance':
      return problems.aboveBalance({ amount: moneyText(fault.most, language) })
    case 'smallRest':
      return words.confirmRest({ amount: moneyText(fault.rest, language) })
    case 'amountChanged':
      return words.amountChanged
    case 'required':
    case 'plainText':
    case 'choice':
    case 'email':
    case 'personal':
    case 'phone':
    case 'cardNumber':
    case 'expiry':
    case 'expired':
    case 'securityCode':
    case 'routingNumber':
    case 'accountNumber':
    case 'tooManyDecimals':
      return problems[fault.code]
  }
}

const EXAMPLE_DECIMALS_MAX = 2

/** An amount that the currency allows and that cannot be misread. */
function exampleAmount(currency: string, language: Language): string {
  const decimals = Math.min(decimalsOfCurrency(currency) ?? 0, EXAMPLE_DECIMALS_MAX)
  const format = new Intl.NumberFormat(language, { minimumFractionDigits: decimals, useGrouping: false })
  return format.format(decimals === 0 ? 4000 : 40)
}
