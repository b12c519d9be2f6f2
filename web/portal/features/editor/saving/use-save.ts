import { useRef, useState } from 'react'
import type { Intent } from '../form/missing-fields.ts'
import type { Saved } from '../form/read-form.ts'
import type { Loaded } from '../queries.ts'
import { useEditor } from '../use-editor.ts'
import { useCheck } from './use-check.ts'
import { useDraftSaving } from './use-draft-saving.ts'
import { useLeaving } from './use-leaving.ts'
import { type QuietOptions, useQuietSave } from './use-quiet-save.ts'
import { useRefusal } from './use-refusal.ts'
import { useSendAgain } from './use-send-again.ts'
import { useSubmit } from './use-submit.ts'

type Options = {
  readonly tag: string | undefined
  /** Called when the typed text is no longer needed, before the page is left. */
  readonly onSaved: () => Promise<void>
  /** Called when the typed text is stored and the page stays. */
  readonly onStored: () => Promise<void>
  /** Takes the stored invoice as the one to compare with. */
  readonly onBase: (stored: Loaded) => Saved
}

/** Someone saved other values in between. */
type Conflict = { readonly theirs: Loaded; readonly intent: Intent; readonly base: string | undefined }

/** Saves the form: problems at their fields, one request for each press, and a question if someone else was faster. */
export function useSave({ tag, onSaved, onStored, onBase }: Options) {
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
  const saveDraft = useQuietSave({ version, onBase, onStored })
  // A press of a button waits for a draft that is just being stored.
  const quiet = useRef<Promise<Saved | undefined>>(Promise.resolve(undefined))

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
    else setConflict({ theirs: refusal.theirs, intent, base: version.current })
  }
  const save = async (intent: Intent, base?: Saved): Promise<void> => {
    // A second press may come before the button is drawn as busy.
    if (isSaving.current) return
    isSaving.current = true
    setBusy(intent)
    try {
      const stored = await quiet.current
      await send(intent, base ?? stored ?? saved)
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
    quiet.current = Promise.resolve(undefined)
    setConflict(undefined)
  }
  const saveQuietly = async (options?: QuietOptions): Promise<void> => {
    if (isSaving.current) return
    quiet.current = quiet.current.then(async (before) => (await saveDraft(options, before)) ?? before)
    await quiet.current
  }
  useDraftSaving({ saveQuietly, isSaved: () => isSaved.current })
  return {
    ...{ save, busy, problem, conflict, rebase, resendTo, leave, isSaved: () => isSaved.current },
    closeConflict: () => setConflict(undefined),
    sendAgain: () => sendAgain().then(() => leave(number)),
  }
}
