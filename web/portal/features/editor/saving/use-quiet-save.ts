import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import { useApi } from '../../../api/api.ts'
import { ApiProblem, ConnectionLost } from '../../../api/api-problem.ts'
import { showToast } from '../../../ui/toast.tsx'
import { useWords } from '../../../words/use-words.ts'
import { bodyFromForm } from '../form/body-from-form.ts'
import { countedLines, type EditorForm, type InvoiceBody } from '../form/editor-form.ts'
import { changesOf } from '../form/merge-forms.ts'
import { missingFields } from '../form/missing-fields.ts'
import { readForm, type Saved } from '../form/read-form.ts'
import { type Loaded, pathOf } from '../queries.ts'
import { useEditor } from '../use-editor.ts'

type Options = {
  readonly version: RefObject<string | undefined>
  /** Takes the stored invoice as the one to compare with. */
  readonly onBase: (stored: Loaded) => Saved
  /** Forgets the kept edit, which is stored now. */
  readonly onStored: () => Promise<void>
}
export type QuietOptions = { readonly isLeaving?: boolean }

/**
 * Stores the text of a draft, once it is complete enough for the API. Otherwise, or if someone else has changed the draft,
 * it stays a kept edit: nobody is asked while typing or leaving. Returns the new version to compare with.
 */
export function useQuietSave({ version, onBase, onStored }: Options) {
  const [api, client, words] = [useApi(), useQueryClient(), useWords('editor')]
  const { form, saved, number, status } = useEditor()
  const isTyped = useTyped()
  const store = async (values: EditorForm, before: Saved, { isLeaving }: QuietOptions): Promise<Saved | undefined> => {
    const onTag = (tag: string) => {
      version.current = tag
    }
    const { current: tag = '*' } = version
    const headers = { 'if-match': tag, 'idempotency-key': crypto.randomUUID() }
    const body = bodyFromForm(values, readForm(values, before), { saved: before })
    const options = { headers, onTag, isKeptAlive: isLeaving === true }
    const stored = (await api.put<InvoiceBody>(pathOf(number ?? ''), body, options)) as InvoiceBody
    await client.invalidateQueries({ queryKey: [api.organizationId], refetchType: 'none' })
    // Later text is stored the next time.
    if (changesOf(values, form.getValues()).length > 0) return undefined
    isTyped.current = false
    for (const [from, place] of countedLines(values).entries()) form.setValue(`lines.${place}.from`, String(from))
    isTyped.current = false
    const next = onBase({ body: stored, tag: version.current ?? tag })
    await onStored()
    showToast(words.draftSaved({ number: number ?? '' }))
    return next
  }
  return async (options: QuietOptions = {}, before = saved): Promise<Saved | undefined> => {
    const values = structuredClone(form.getValues())
    if (status !== 'DRAFT' || !isTyped.current || before === undefined || !isStorable(values, before)) return undefined
    try {
      return await store(values, before, options)
    } catch (error) {
      if (!(error instanceof ApiProblem || error instanceof ConnectionLost)) throw error
      return undefined
    }
  }
}

/** Whether there is something new, and the API would take it. */
function isStorable(values: EditorForm, before: Saved): boolean {
  if (changesOf(before.form, values).length === 0) return false
  return readForm(values, before).problems.length === 0 && missingFields(values, 'update', before).length === 0
}

/** Whether the form has changed since it was loaded or stored. */
function useTyped(): RefObject<boolean> {
  const { form } = useEditor()
  const isTyped = useRef(false)
  useEffect(() => {
    const { unsubscribe } = form.watch(() => {
      isTyped.current = true
    })
    return unsubscribe
  }, [form])
  return isTyped
}
