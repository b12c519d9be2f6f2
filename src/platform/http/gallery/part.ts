// pure
import type { Language } from '../../../kernel/language.ts'
import type { Html } from '../../../kernel/markup/html.ts'
import type { SampleWords } from './sample-words.ts'

export type Sample = {
  readonly words: SampleWords
  readonly language: Language
  readonly scheme: string
  /** Makes an id unique among the copies of the sample on one page. */
  readonly id: (name: string) => string
}

/** A part of the kit, with the rule that it follows. */
export type Part = { readonly name: string; readonly rule: string; readonly show: (sample: Sample) => Html }
