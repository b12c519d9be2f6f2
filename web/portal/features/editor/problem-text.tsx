import { type Control, useFormState, useWatch } from 'react-hook-form'
import { decimalsOfCurrency } from '../../../../src/kernel/currency.ts'
import { moneyText, priceText } from '../../../../src/kernel/language.ts'
import { moneyOf } from '../../../../src/kernel/money.ts'
import { amountFieldText } from '../../format/amount-field-text.ts'
import { useFormat } from '../../format/use-format.ts'
import { useLanguage, useWords } from '../../words/use-words.ts'
import type { EditorForm } from './form/editor-form.ts'
import type { Problem } from './form/read-form.ts'
import { readAmountText, readPartText, readPriceText, readQuantityText, type TextProblem } from './form/typed-texts.ts'
import type { FieldPath } from './use-editor.ts'

/** How the text of a field is read. */
export type Kind = 'amount' | 'price' | 'quantity' | 'part'

/** The problem of a text; undefined if it can be read. */
export function problemOf(kind: Kind, text: string, currency: string): TextProblem | undefined {
  const readers = {
    amount: () => readAmountText(text, currency),
    price: () => readPriceText(text, currency),
    quantity: () => readQuantityText(text),
    part: () => readPartText(text, { currency }),
  }
  const read = readers[kind]()
  return 'problem' in read ? read.problem : undefined
}

/** A form keeps its problems as text: the code, and after a colon its value. */
export function messageOf(problem: Problem): string {
  if ('count' in problem) return `${problem.code}:${problem.count}`
  return 'sentence' in problem ? `${problem.code}:${problem.sentence}` : problem.code
}

type Props = {
  readonly control: Control<EditorForm>
  readonly path: FieldPath
  readonly kind?: Kind | undefined
  /** Writes the text that was meant. */
  readonly onChoose?: ((text: string) => void) | undefined
}

/** The problem of a field, in words. An amount that can mean two things is asked about, with both to choose from. */
export function ProblemText({ control, path, kind, onChoose }: Props) {
  const words = useWords('editor')
  const format = useFormat()
  const message = useMessage(control, path)
  if (message === undefined) return null
  if (message === 'ambiguous' && kind !== undefined && onChoose !== undefined) {
    return <Question control={control} path={path} kind={kind} onChoose={onChoose} />
  }
  const [, code = '', detail = ''] = /^(\w+):?(.*)$/s.exec(message) ?? []
  if (code === 'refused' && detail !== '') return <span lang="en">{asSentence(detail)}</span>
  const known = words.problems[code as keyof typeof words.problems] ?? words.problems.refused
  return typeof known === 'string' ? known : known({ count: format.count(Number(detail)) })
}

/** The problem of one field. Other fields' problems do not render it again. */
export function useMessage(control: Control<EditorForm>, path: FieldPath): string | undefined {
  const state = useFormState({ control, name: path })
  const { error } = control.getFieldState(path, state)
  return error?.message
}

/** The service writes its rules without a subject: must have at least three letters. */
function asSentence(rule: string): string {
  return `${rule.charAt(0).toUpperCase()}${rule.slice(1)}.`
}

type QuestionProps = Required<Pick<Props, 'control' | 'path'>> & {
  readonly kind: Kind
  readonly onChoose: (text: string) => void
}

function Question({ control, path, kind, onChoose }: QuestionProps) {
  const words = useWords('editor')
  const language = useLanguage()
  const [text, currency] = useWatch({ control, name: [path, 'currency'] })
  const problem = problemOf(kind, String(text), currency)
  if (problem?.code !== 'ambiguous') return null
  const decimals = decimalsOfCurrency(currency) ?? 0
  return (
    <>
      {words.doYouMean}{' '}
      {problem.meanings.map((meaning) => {
        const money = kind === 'price' ? undefined : moneyOf(meaning, currency)
        const shown = money === undefined ? priceText(meaning, currency, language) : moneyText(money, language)
        return (
          <button
            key={shown}
            type="button"
            className="meaning money"
            onClick={() => onChoose(amountFieldText(meaning, decimals, language))}
          >
            {shown}
          </button>
        )
      })}
    </>
  )
}
