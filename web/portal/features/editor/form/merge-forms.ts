// pure
import type { EditorForm, LineForm } from './editor-form.ts'

type Name = keyof EditorForm

/** Fields whose saved values differ from those that the person began with. */
export function changesOf(before: EditorForm, theirs: EditorForm): readonly Name[] {
  return namesIn(before).filter((name) => !isEqual(before[name], theirs[name]))
}

/** Changed fields keep the person's values; all others get the saved ones. */
export function mergedForm(mine: EditorForm, before: EditorForm, theirs: EditorForm): EditorForm {
  const names = namesIn(mine)
  const kept = names.filter((name) => !isEqual(mine[name], before[name]))
  const form = { ...theirs, ...Object.fromEntries(kept.map((name) => [name, mine[name]])) }
  return { ...form, lines: kept.includes('lines') ? replacedLines(mine.lines, before.lines, theirs.lines) : form.lines }
}

/** A line stands for the saved one in its place only while that is still the same one. */
function replacedLines(
  mine: readonly LineForm[],
  before: readonly LineForm[],
  theirs: readonly LineForm[],
): readonly LineForm[] {
  return mine.map((line) => {
    const [own, other] = [before, theirs].map((lines) => lines.find(({ from }) => from !== '' && from === line.from))
    return line.from === '' || isEqual(own, other) ? line : { ...line, from: '' }
  })
}

function namesIn(form: EditorForm): readonly Name[] {
  return Object.keys(form) as Name[]
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
