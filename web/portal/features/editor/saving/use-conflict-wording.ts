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
  const deliveries = { Email: words.byEmail, None: words.withoutEmail }
  const kinds = { items: words.kindItems, amount: words.kindAmount }
  const values: Readonly<Partial<Record<keyof EditorForm, (form: EditorForm) => string>>> = {
    lines: ({ lines }) => lines.map(lineText).join('\n'),
    dueDate: ({ dueDate }) => (dueDate === '' ? '' : format.date(dueDate)),
    isPartialAllowed: ({ isPartialAllowed }) => (isPartialAllowed ? yes : no),
    delivery: ({ delivery }) => deliveries[delivery],
    language: ({ language }) => (isLanguage(language) ? LANGUAGE_NAMES[language] : words.ofSettings),
    kind: ({ kind }) => kinds[kind],
    level: ({ level }) => levels[level],
  }
  const value = (name: keyof EditorForm, form: EditorForm): string => values[name]?.(form) ?? String(form[name])
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
