import { createContext, use } from 'react'
import type { Path, UseFormReturn } from 'react-hook-form'
import type { EditorForm } from './form/editor-form.ts'
import type { Saved } from './form/read-form.ts'

export type FieldPath = Path<EditorForm>

/** The form that the page's parts share, and the saved invoice that it began with. */
export type EditorState = {
  readonly form: UseFormReturn<EditorForm>
  readonly saved: Saved | undefined
  /** Undefined for a new invoice. */
  readonly number: string | undefined
  readonly status: string | undefined
}

/** A new invoice begins with its first field; on a phone, the keyboard on the screen would cover the page. */
export const beginsWithTyping = (): boolean => matchMedia('(pointer: fine)').matches

export const EditorContext = createContext<EditorState | undefined>(undefined)

export function useEditor(): EditorState {
  const editor = use(EditorContext)
  if (editor === undefined) throw new Error('Parts of the editor are used below its page.')
  return editor
}
