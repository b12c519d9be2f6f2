import { useMemo, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { showToast } from '../../ui/toast.tsx'
import { useWords } from '../../words/use-words.ts'
import { mergedValues, withTheirs } from './conflicts.ts'
import { changesOf, defaultValues, type FormValues, formValuesOf } from './form-values.ts'
import { type SaveResult, type Settings, useSaveSettings } from './queries.ts'

type Conflict = Extract<SaveResult, { readonly outcome: 'conflict' }>

/** The typed settings beside the saved ones, and how they are saved. */
export function useSettingsForm({ invoiceSettingsInformation: shown, merchantInformation: merchant }: Settings) {
  const words = useWords('settings')
  const save = useSaveSettings()
  const saved = useMemo(() => formValuesOf(shown), [shown])
  const defaults = useMemo(() => defaultValues(merchant), [merchant])
  // Changes that another person saves appear, except in fields with typed text.
  const form = useForm<FormValues>({ values: saved, resetOptions: { keepDirtyValues: true } })
  const typed = useWatch({ control: form.control }) as FormValues
  const [base, setBase] = useBase(saved, typed)
  const [conflict, setConflict] = useState<Conflict>()
  const reset = (values: FormValues, kept = values) => {
    setBase(values)
    form.reset(values, { keepDirtyValues: false })
    form.reset(kept, { keepDefaultValues: true, keepDirtyValues: false })
  }
  const saveOver = (from: FormValues) => {
    const sent = structuredClone(form.getValues())
    save.mutate(
      { base: from, typed: sent },
      {
        onSuccess: (result) => {
          if (result.outcome === 'conflict') return setConflict(result)
          // Text that was typed while the request was under way stays.
          const later = form.getValues()
          reset(result.saved, mergedValues({ base: sent, typed: later }, { changed: later, others: result.saved }))
          showToast(words.saved)
        },
      },
    )
  }
  return {
    ...{ form, save, saved, typed, defaults, conflict },
    changes: changesOf(saved, typed, defaults),
    submit: form.handleSubmit(() => saveOver(base)),
    discard: () => {
      save.reset()
      reset(saved)
    },
    /** Asks again if there is another change by then. */
    keepMine: ({ now }: Conflict) => {
      setConflict(undefined)
      setBase(now)
      saveOver(now)
    },
    /** The other typed texts stay. */
    takeTheirs: ({ names, now }: Conflict) => {
      setConflict(undefined)
      reset(now, withTheirs({ base, typed: form.getValues() }, { names, now }))
    },
  }
}

/** The loaded values: for a setting with typed text, before the person typed. */
function useBase(saved: FormValues, typed: FormValues) {
  const [known, setKnown] = useState({ saved, base: saved })
  if (known.saved !== saved) {
    setKnown({ saved, base: mergedValues({ base: known.base, typed }, { changed: known.base, others: saved }) })
  }
  return [known.base, (base: FormValues) => setKnown({ saved, base })] as const
}
