import type { RefObject } from 'react'
import { useApi } from '../../../api/api.ts'
import { showToast } from '../../../ui/toast.tsx'
import { useWords } from '../../../words/use-words.ts'
import { bodyFromForm } from '../form/body-from-form.ts'
import type { Intent } from '../form/missing-fields.ts'
import type { Saved } from '../form/read-form.ts'
import { useEditor } from '../use-editor.ts'
import { changeInvoice, createInvoice, doneText, type SaveResult } from './save-requests.ts'
import type { Checked } from './use-check.ts'

type Attempt = { readonly key: RefObject<string>; readonly version: RefObject<string | undefined> }
type Submitted = { readonly result: SaveResult; readonly newAddress: string | undefined }

/** Sends the checked form. An address that changed on a sent invoice has a new link, which nobody knows yet. */
export function useSubmit({ key, version }: Attempt) {
  const api = useApi()
  const words = useWords('editor')
  const { number, status } = useEditor()
  return async (intent: Intent, base: Saved | undefined, { values, read }: Checked): Promise<Submitted> => {
    key.current ||= crypto.randomUUID()
    const onTag = (received: string) => {
      version.current = received
    }
    const created = number === undefined ? { sendImmediately: intent !== 'draft' } : {}
    const body = bodyFromForm(values, read, { saved: base, ...created })
    const change = { body, intent, key: key.current, version: version.current, onTag }
    const result =
      number === undefined
        ? await createInvoice(api, body, key.current)
        : await changeInvoice(api, { ...change, number })
    showToast(doneText(words, { intent, form: values, result }))
    const email = values.email.trim()
    const hasNewLink = intent === 'update' && status === 'SENT' && email !== base?.form.email && email !== ''
    return { result, newAddress: hasNewLink && values.delivery !== 'None' ? email : undefined }
  }
}
