// pure
import type { ApiProblem } from '../../../api/api-problem.ts'
import type { EditorForm } from './editor-form.ts'
import { formPlaceOf } from './field-places.ts'
import type { FormProblem, Problem, Saved } from './read-form.ts'

type Refusal = Pick<ApiProblem, 'fields' | 'message'>

/** The problems of a refused request at the fields that the editor shows. */
export function refusedFields(refusal: Refusal, form: EditorForm, saved?: Saved): readonly FormProblem[] {
  return refusal.fields.flatMap(({ field, reason }, index): readonly FormProblem[] => {
    const path = formPlaceOf(field, form, saved)
    if (path === undefined) return []
    const problem: Problem = reason === 'MISSING_FIELD' ? { code: 'required' } : problemOf(sentenceAt(refusal, index))
    return [{ path, problem }]
  })
}

/** The sentence about one field: only the message has it, between the names of this field and the next one. */
function sentenceAt({ fields, message }: Refusal, index: number): string {
  const name = `${fields[index]?.field} `
  const start = message.indexOf(name)
  if (start < 0) return ''
  const rest = message.slice(start + name.length)
  const next = fields[index + 1]?.field
  const ends = [
    next === undefined ? -1 : rest.indexOf(`; ${next} `),
    rest.search(/; and \d+ more\./),
    rest.indexOf('. '),
  ]
  const end = Math.min(...ends.filter((place) => place >= 0), rest.length)
  return rest.slice(0, end).replace(/\.$/, '')
}

const KNOWN: readonly (readonly [RegExp, (match: RegExpExecArray) => Problem])[] = [
  [/^is required$/, () => ({ code: 'required' })],
  [/^must be a mail address$/, () => ({ code: 'noEmail' })],
  [/^must be plain text/, () => ({ code: 'plainText' })],
  [/^must have at least (\d+) characters/, ([, count = '']) => ({ code: 'tooShort', count })],
  [/^must not be longer than (\d+) characters/, ([, count = '']) => ({ code: 'tooLong', count })],
  [/^must be one of /, () => ({ code: 'choice' })],
  [/^appears to contain personal data/, () => ({ code: 'personalData' })],
]

/** Known rules have words in every language; of others the service's own sentence is shown. */
function problemOf(sentence: string): Problem {
  for (const [pattern, problem] of KNOWN) {
    const match = pattern.exec(sentence)
    if (match !== null) return problem(match)
  }
  return { code: 'refused', sentence }
}
