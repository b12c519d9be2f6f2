import { useEffect, useState } from 'react'
import { isLanguage } from '../../../../src/kernel/language.ts'
import { LivePreview } from '../../preview/live-preview.tsx'
import { Button } from '../../ui/button.tsx'
import { useWords } from '../../words/use-words.ts'
import { bodyFromForm } from './form/body-from-form.ts'
import type { EditorForm } from './form/editor-form.ts'
import { readForm } from './form/read-form.ts'
import { useEditor } from './use-editor.ts'

const TYPING_MS = 300

/** The payment page, the mail and the PDF as they would be if the invoice were saved now. */
export function Preview({ onHide }: { readonly onHide: () => void }) {
  const words = useWords('editor')
  const { saved, number } = useEditor()
  const typed = useQuietForm()
  const invoice = bodyFromForm(typed, readForm(typed, saved), { saved })
  return (
    <div className="editor-preview">
      <LivePreview
        body={{ invoice, ...(number !== undefined && { invoiceNumber: number }) }}
        language={isLanguage(typed.language) ? typed.language : undefined}
        quietMs={0}
        aside={
          <Button kind="quiet" isCompact onClick={onHide}>
            {words.hidePreview}
          </Button>
        }
      />
    </div>
  )
}

/** The form once nobody has typed for a moment: a key before that renders nothing here. */
function useQuietForm(): EditorForm {
  const { form } = useEditor()
  const [typed, setTyped] = useState(() => form.getValues())
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const { unsubscribe } = form.watch(() => {
      clearTimeout(timer)
      timer = setTimeout(() => setTyped(structuredClone(form.getValues())), TYPING_MS)
    })
    return () => {
      unsubscribe()
      clearTimeout(timer)
    }
  }, [form])
  return typed
}
