import { expect, test } from 'vitest'
import { conflictRows } from './conflict-rows.ts'
import { blankForm, type EditorForm } from './editor-form.ts'

const WORDING = {
  label: (name: string) => `the ${name}`,
  customLabel: (id: string) => `field ${id}`,
  value: (name: keyof EditorForm, form: EditorForm) => String(form[name]),
}
const custom = (...values: readonly string[]) => values.map((value, index) => ({ definitionId: String(index), value }))

test('only fields that someone else changed are shown, custom fields each by its own label', () => {
  const before = blankForm({ name: 'Ada', description: 'Old', custom: custom('a', '') })
  const theirs = blankForm({ name: 'Ada', description: 'Theirs', custom: custom('b', '') })
  const mine = blankForm({ name: 'Grace', description: 'Mine', custom: custom('a', 'typed') })

  expect(conflictRows({ before, theirs, mine }, WORDING)).toEqual([
    { key: 'description', label: 'the description', theirs: 'Theirs', mine: 'Mine' },
    { key: 'custom 0', label: 'field 0', theirs: 'b', mine: 'a' },
  ])
})

test('a custom field that an invoice does not have is an empty one', () => {
  const before = blankForm({ custom: custom('') })
  const theirs = blankForm({ custom: custom('12') })

  expect(conflictRows({ before, theirs, mine: blankForm() }, WORDING)).toEqual([
    { key: 'custom 0', label: 'field 0', theirs: '12', mine: '' },
  ])
  expect(conflictRows({ before, theirs: blankForm(), mine: before }, WORDING)).toEqual([])
})
