import { useMemo } from 'react'
import { useWords } from '../../words/use-words.ts'
import { type FieldLabels, fieldLabels } from './field-labels.ts'
import { useCustomFields } from './queries.ts'

const NONE: readonly never[] = []

export function useFieldLabels(): FieldLabels {
  const [imports, editor, detail, settings] = [
    useWords('imports'),
    useWords('editor'),
    useWords('detail'),
    useWords('settings'),
  ]
  const { data = NONE } = useCustomFields()
  return useMemo(
    () => fieldLabels({ imports, editor, detail, settings }, data),
    [imports, editor, detail, settings, data],
  )
}
