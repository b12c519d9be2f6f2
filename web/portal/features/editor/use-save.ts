import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useApi } from '../../api/api.ts'
import { ApiProblem, ConnectionLost } from '../../api/api-problem.ts'
import { showToast } from '../../ui/toast.tsx'
import { useWords } from '../../words/use-words.ts'
import { bodyFromForm } from './form/body-from-form.ts'
import type { EditorForm } from './form/editor-form.ts'
import { type Intent, missingFields } from './form/missing-fields.ts'
import { type FormProblem, readForm, type Saved } from './form/read-form.ts'
import { messageOf } from './problem-text.tsx'
import { type Loaded, loadInvoice, pathOf } from './queries.ts'
import { changeInvoice, createInvoice, doneText, refusedFields } from './save-requests.ts'
import { type FieldPath, useEditor } from './use-editor.ts'

type Options = {
  readonly tag: string | undefined
  /** Called when the typed text is no longer needed, before the page is left. */
  readonly onSaved: () => Promise<void>
}

/** Someone saved other values in between. */
type Conflict = { readonly theirs: Loaded; readonly intent: Intent }

/** Saves the form: problems at their fields, one request for each press, and a question if someone else was faster. */
export function useSave({ tag, onSaved }: Options) {
  const api = useApi()
  const words = useWords('editor')
  const shell = useWords('shell')
  const { form, saved, number, status } = useEditor()
  const [busy, setBusy] = useState<Intent>()
  const [problem, setProblem] = useState<string>()
  const [conflict, setConflict] = useState<Conflict>()
  const [resendTo, setResendTo] = useState<string>()
  // One key for each attempt: after a lost connection, the same request can be sent again.
  const key = useRef('')
  const version = useRef(tag)
  const isSaving = useRef(false)
  const { leave, isSaved } = useLeaving(onSaved)
  const sendAgain = useSendAgain(resendTo ?? '')

  const show = (problems: readonly FormProblem[]) => {
    for (const { path, problem: one } of problems) {
      form.setError(path as FieldPath, { type: 'form', message: messageOf(one) })
    }
    const [first] = problems
    if (first !== undefined) focusOn(first.path)
  }
  const send = async (intent: Intent, base: Saved | undefined): Promise<void> => {
    const values = valuesFor(intent, form.getValues(), number)
    const read = readForm(values, base)
    const problems = [...read.problems, ...missingFields(values, intent, base)]
    form.clearErrors()
    setProblem(problems.length > 0 ? words.check : undefined)
    if (problems.length > 0) return show(problems)
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
    if (!hasNewLink || values.delivery === 'None') return leave(result.id)
    isSaved.current = true
    await onSaved()
    setResendTo(email)
  }
  const failed = async (error: unknown, intent: Intent): Promise<void> => {
    if (error instanceof ConnectionLost) return setProblem(shell.connectionLostText)
    // The service answered: the next press is another request.
    key.current = ''
    if (!(error instanceof ApiProblem)) throw error
    if (error.status === 412 && number !== undefined) {
      return setConflict({ theirs: await loadInvoice(api, number), intent })
    }
    show(refusedFields(error, form.getValues()))
    setProblem(error.status >= 500 || error.message === '' ? shell.failedText : error.message)
  }
  const save = async (intent: Intent, base = saved): Promise<void> => {
    // A second press may come before the button is drawn as busy.
    if (isSaving.current) return
    isSaving.current = true
    setBusy(intent)
    try {
      await send(intent, base)
      key.current = ''
    } catch (error) {
      await failed(error, intent)
    } finally {
      isSaving.current = false
      setBusy(undefined)
    }
  }
  /** Another version to start from: what the other person saved. */
  const rebase = (loaded: Loaded) => {
    version.current = loaded.tag
    setConflict(undefined)
  }
  return {
    ...{ save, busy, problem, conflict, rebase, resendTo, leave, isSaved: () => isSaved.current },
    sendAgain: () => sendAgain().then(() => leave(number)),
  }
}

/** A new invoice that is published without email has no delivery by email either. */
function valuesFor(intent: Intent, typed: EditorForm, number: string | undefined): EditorForm {
  return intent === 'publish' && number === undefined ? { ...typed, delivery: 'None' } : typed
}

/** Leaves the page once nothing is left to save. */
function useLeaving(onSaved: () => Promise<void>) {
  const [api, client, navigate] = [useApi(), useQueryClient(), useNavigate()]
  const isSaved = useRef(false)
  const { organizationId } = api
  const leave = async (to: string | undefined) => {
    isSaved.current = true
    await onSaved()
    await client.invalidateQueries({ queryKey: [organizationId], refetchType: 'none' })
    if (to === undefined) await navigate({ to: '/o/$organizationId/invoices', params: { organizationId } })
    else await navigate({ to: '/o/$organizationId/invoices/$number', params: { organizationId, number: to } })
  }
  return { leave, isSaved }
}

function useSendAgain(email: string): () => Promise<void> {
  const api = useApi()
  const words = useWords('editor')
  const shell = useWords('shell')
  const { number = '' } = useEditor()
  return async () => {
    try {
      await api.post(`${pathOf(number)}/delivery`, {}, { headers: { 'idempotency-key': crypto.randomUUID() } })
      showToast(words.sent({ email }))
    } catch (error) {
      if (!(error instanceof ApiProblem || error instanceof ConnectionLost)) throw error
      showToast(error instanceof ApiProblem && error.message !== '' ? error.message : shell.connectionLostText)
    }
  }
}

function focusOn(path: string): void {
  document.querySelector<HTMLElement>(`.editor [name="${CSS.escape(path)}"]`)?.focus()
}
