import { useRef, useState } from 'react'
import type { Intent } from '../form/missing-fields.ts'
import type { Saved } from '../form/read-form.ts'
import type { Loaded } from '../queries.ts'
import { useEditor } from '../use-editor.ts'
import { useCheck } from './use-check.ts'
import { useLeaving } from './use-leaving.ts'
import { useRefusal } from './use-refusal.ts'
import { useSendAgain } from './use-send-again.ts'
import { useSubmit } from './use-submit.ts'

type Options = {
  readonly tag: string | undefined
  /** Called when the typed text is no longer needed, before the page is left. */
  readonly onSaved: () => Promise<void>
}

/** Someone saved other values in between. */
type Conflict = { readonly theirs: Loaded; readonly intent: Intent }

/** Saves the form: problems at their fields, one request for each press, and a question if someone else was faster. */
export function useSave({ tag, onSaved }: Options) {
  const { saved, number } = useEditor()
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
  const check = useCheck()
  const submit = useSubmit({ key, version })
  const refusalOf = useRefusal()

  const send = async (intent: Intent, base: Saved | undefined): Promise<void> => {
    const checked = check(intent, base)
    setProblem(checked.problem)
    if (checked.problem !== undefined) return
    const { result, newAddress } = await submit(intent, base, checked)
    if (newAddress === undefined) return leave(result.id)
    isSaved.current = true
    await onSaved()
    setResendTo(newAddress)
  }
  const failed = async (error: unknown, intent: Intent): Promise<void> => {
    const refusal = await refusalOf(error)
    // Once the service has answered, the next press is another request.
    if (refusal.isAnswer) key.current = ''
    if (refusal.theirs === undefined) setProblem(refusal.text)
    else setConflict({ theirs: refusal.theirs, intent })
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
