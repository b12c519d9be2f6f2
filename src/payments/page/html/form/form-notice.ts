// pure
import type { Language } from '../../../../kernel/language.ts'
import { Html, html } from '../../../../kernel/markup/html.ts'
import { labeled } from '../../../../kernel/wording/labeled.ts'
import type { DeclineReason } from '../../../port/port.ts'
import type { FieldName, FormNotice } from '../../form/form-fields.ts'
import type { FormProblem } from '../../form/form-problem.ts'
import { problemWords } from '../../form/problem-words.ts'
import type { FormModel } from '../../page-model.ts'
import type { PageWords } from '../../words/page-words.ts'
import { fieldLabel } from './field-label.ts'

type Wording = { readonly words: PageWords; readonly language: Language }

const LISTED_MAX = 3

/** Sentences that do not say which field they are about. */
const UNNAMED: ReadonlySet<FormProblem['code']> = new Set([
  ...(['required', 'plainText', 'choice', 'tooShort', 'tooLong', 'personal', 'securityCode'] as const),
])

export function problemNotice(
  problems: readonly FormProblem[],
  { words, language }: Wording,
  form: Pick<FormModel, 'questions' | 'values'>,
): FormNotice {
  const texts = problemWords(problems, { words, language })
  const fields = problems.map(({ field, code }) => {
    const name = field as FieldName
    const text = texts[name] ?? ''
    return { name, text: UNNAMED.has(code) ? labeled(language, { label: fieldLabel(name, words, form), text }) : text }
  })
  const count = fields.length
  const isListHidden = count > LISTED_MAX
  return { title: isListHidden ? words.checkMarked({ count }) : words.pleaseCheck({ count }), fields, isListHidden }
}

/** Their sentences say by themselves that nothing was charged. */
const NOT_COMPLETED: readonly DeclineReason[] = ['notProcessed', 'authorizationExpired']

export function declineNotice(
  { reason, isCharged }: { readonly reason: DeclineReason; readonly isCharged: boolean },
  { words }: Pick<Wording, 'words'>,
): FormNotice {
  if (NOT_COMPLETED.includes(reason)) return { title: words.notCompletedTitle, sentences: [words.declines[reason]] }
  const sentences = [words.declines[reason], ...(isCharged ? [] : [words.notCharged])]
  return { title: words.declinedTitle, sentences }
}

export function noticeBox(notice: FormNotice | undefined): Html {
  if (notice === undefined) return html`<div class="notice" role="alert" tabindex="-1" hidden></div>`
  const { title, sentences = [], fields = [], isListHidden = false } = notice
  const [first] = fields
  const heading = isListHidden && first !== undefined ? html`<a href="#${first.name}">${title}</a>` : title
  return html`<div class="notice" role="alert" tabindex="-1">${title !== undefined && html`<h2>${heading}</h2>`}
${sentences.map((sentence) => html`<p>${sentence}</p>`)}
${fields.length > 0 && html`<ul${isListHidden && new Html(' class="hidden-text"')}>${fields.map(({ name, text }) => html`<li>${isListHidden ? text : html`<a href="#${name}">${text}</a>`}</li>`)}</ul>`}</div>`
}
