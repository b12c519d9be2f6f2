// pure
import { blankForm, type EditorForm } from './editor-form.ts'

/** The unsaved text, and the values that the person began with. */
export type KeptEdit = { readonly form: EditorForm; readonly base: EditorForm | null; readonly at: string }

export function keptText(edit: KeptEdit): string {
  return JSON.stringify(edit)
}

/** Undefined for a text that this version of the editor did not write. */
export function readKept(text: string | null | undefined): KeptEdit | undefined {
  if (text == null) return undefined
  try {
    const { form, base, at } = JSON.parse(text) as Partial<KeptEdit>
    if (!isForm(form) || typeof at !== 'string' || !(base === null || isForm(base))) return undefined
    return { form, base, at }
  } catch {
    return undefined
  }
}

/** The newer of two. */
export function newerOf(one: KeptEdit | undefined, other: KeptEdit | undefined): KeptEdit | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return one.at >= other.at ? one : other
}

const BLANK = blankForm()

function isForm(value: unknown): value is EditorForm {
  if (typeof value !== 'object' || value === null) return false
  const given = value as Record<string, unknown>
  const hasTexts = Object.entries(BLANK).every(([name, text]) => typeof given[name] === typeof text)
  const isRecords = (list: unknown) => Array.isArray(list) && list.every((entry) => isTexts(entry))
  return hasTexts && isRecords(given['lines']) && isRecords(given['custom'])
}

function isTexts(entry: unknown): boolean {
  return typeof entry === 'object' && entry !== null && Object.values(entry).every((text) => typeof text === 'string')
}
