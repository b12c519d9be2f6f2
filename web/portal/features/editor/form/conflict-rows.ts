// pure
import type { EditorForm } from './editor-form.ts'
import { changesOf } from './merge-forms.ts'

/** A field whose saved value someone else has changed, in the reader's words. */
export type ConflictRow = {
  readonly key: string
  readonly label: string
  readonly theirs: string
  readonly mine: string
}

type Forms = { readonly before: EditorForm; readonly theirs: EditorForm; readonly mine: EditorForm }
type Name = Exclude<keyof EditorForm, 'custom'>

/** How the page words labels and values. */
type Wording = {
  readonly label: (name: Name) => string
  readonly customLabel: (definitionId: string) => string
  readonly value: (name: Name, form: EditorForm) => string
}

/** The changed fields; custom fields each by its own label. */
export function conflictRows({ before, theirs, mine }: Forms, wording: Wording): readonly ConflictRow[] {
  return changesOf(before, theirs).flatMap((name): readonly ConflictRow[] => {
    if (name === 'custom') return customRows({ before, theirs, mine }, wording)
    const [saved, own] = [theirs, mine].map((form) => wording.value(name, form))
    return [{ key: name, label: wording.label(name), theirs: saved ?? '', mine: own ?? '' }]
  })
}

function customRows({ before, theirs, mine }: Forms, { customLabel }: Wording): readonly ConflictRow[] {
  const [ofBefore, ofTheirs, ofMine] = [before, theirs, mine].map(
    ({ custom }) => new Map(custom.map(({ definitionId, value }) => [definitionId, value])),
  )
  const ids = new Set([...(ofBefore?.keys() ?? []), ...(ofTheirs?.keys() ?? [])])
  return [...ids].flatMap((id) => {
    const [begun, saved, own] = [ofBefore, ofTheirs, ofMine].map((values) => values?.get(id) ?? '')
    if (begun === saved) return []
    return [{ key: `custom ${id}`, label: customLabel(id), theirs: saved ?? '', mine: own ?? '' }]
  })
}
