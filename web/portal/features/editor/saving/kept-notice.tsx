import { useState } from 'react'
import { useFormat } from '../../../format/use-format.ts'
import { Button } from '../../../ui/button.tsx'
import { useWords } from '../../../words/use-words.ts'
import { changesOf, mergedForm } from '../form/merge-forms.ts'
import { useEditor } from '../use-editor.ts'
import { useForgetKept, useKeptEdit } from './use-kept-edit.ts'

/** Offers unsaved text from before. Nothing of it counts until the person accepts it. */
export function KeptNotice({ about }: { readonly about: string }) {
  const words = useWords('editor')
  const format = useFormat()
  const { form, saved } = useEditor()
  const kept = useKeptEdit(about)
  const forget = useForgetKept(about)
  const [isAnswered, setAnswered] = useState(false)
  const { isDirty } = form.formState
  if (kept == null || isAnswered || isDirty) return null
  // A draft is stored when its window is closed, after which nothing could forget the text.
  if (saved !== undefined && changesOf(saved.form, kept.form).length === 0) return null
  const goOn = () => {
    setAnswered(true)
    const texts = kept.base === null || saved === undefined ? kept.form : mergedForm(kept.form, kept.base, saved.form)
    form.reset(texts, { keepDefaultValues: true })
  }
  return (
    <div className="notice plain kept" role="status">
      <p>
        {words.keptTitle} {words.keptFrom({ time: format.instant(kept.at) })}
      </p>
      <div className="actions">
        <Button kind="plain" isCompact onClick={goOn}>
          {words.continue}
        </Button>
        <Button
          kind="quiet"
          isCompact
          onClick={() => {
            setAnswered(true)
            void forget()
          }}
        >
          {words.discard}
        </Button>
      </div>
    </div>
  )
}
