import { useSuspenseQuery } from '@tanstack/react-query'
import { isLanguage } from '../../../../../src/kernel/language.ts'
import { useApi } from '../../../api/api.ts'
import { useFormat } from '../../../format/use-format.ts'
import { LANGUAGE_NAMES } from '../../../shell/language-names.ts'
import { useWords } from '../../../words/use-words.ts'
import type { conflictRows } from '../form/conflict-rows.ts'
import type { EditorForm } from '../form/editor-form.ts'
import { customFieldsQuery } from '../queries.ts'

/** Labels and values of the form as its page shows them. */
export function useConflictWording(): Parameters<typeof conflictRows>[1] {
  const words = useWords('editor')
  const { yes, no } = useWords('detail')
  const format = useFormat()
  const { data: fields } = useSuspenseQuery(customFieldsQuery(useApi()))
  const levels = { total: words.total, lines: words.items, both: `${words.total} · ${words.items}` }
  const value = (name: keyof EditorForm, form: EditorForm): string => {
    if (name === 'lines') return form.lines.map(lineText).join('\n')
    if (name === 'dueDate') return form.dueDate === '' ? '' : format.date(form.dueDate)
    if (name === 'isPartialAllowed') return form.isPartialAllowed ? yes : no
    if (name === 'delivery') return form.delivery === 'Email' ? words.byEmail : words.withoutEmail
    if (name === 'language') return isLanguage(form.language) ? LANGUAGE_NAMES[form.language] : words.ofSettings
    if (name === 'kind') return form.kind === 'items' ? words.kindItems : words.kindAmount
    return name === 'level' ? levels[form.level] : String(form[name])
  }
  const label = (name: keyof EditorForm): string => {
    const known: Partial<Record<keyof EditorForm, string>> = {
      ...{ lines: words.items, isPartialAllowed: words.partial, level: words.perLine },
    }
    const word = words[name as keyof typeof words]
    return known[name] ?? (typeof word === 'string' ? word : name)
  }
  const customLabel = (id: string) => fields.find((field) => field.id === id)?.label ?? words.customFields
  return { label, value, customLabel }
}

function lineText({ item, quantity, price }: EditorForm['lines'][number]): string {
  return [item, quantity || '1', price].join(' · ')
}
