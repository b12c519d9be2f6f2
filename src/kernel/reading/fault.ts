// pure
/**
 * The rule that a value breaks, with the rule's values. Refusals are written in English, the
 * payment page writes the same in its languages.
 */
export type Fault =
  | { readonly code: 'required' }
  | { readonly code: 'plainText' }
  | { readonly code: 'tooShort'; readonly min: number }
  | { readonly code: 'tooLong'; readonly max: number }
  | { readonly code: 'choice' }
  | { readonly code: 'email' }

/** The same in English, for rules that no payer meets. It follows the field's name and repeats no value that may be secret. */
export type Sentence = { readonly sentence: string }

type FaultWith<Code> = Extract<Fault, { readonly code: Code }>

const SENTENCES: { readonly [Code in Fault['code']]: (fault: FaultWith<Code>) => string } = {
  required: () => 'is required',
  plainText: () => 'must be plain text without control characters',
  tooShort: ({ min }) => `must have at least ${min} characters`,
  tooLong: ({ max }) => `must not be longer than ${max} characters`,
  choice: () => 'must be one of the possible values',
  email: () => 'must be a mail address',
}

export function sentenceOf(fault: Fault | Sentence): string {
  if ('sentence' in fault) return fault.sentence
  return (SENTENCES[fault.code] as (fault: Fault) => string)(fault)
}
