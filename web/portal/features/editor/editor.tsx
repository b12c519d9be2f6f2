import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLanguage } from '../../words/use-words.ts'
import { EditorPage } from './editor-page.tsx'
import type { EditorForm } from './form/editor-form.ts'
import { formFromBody } from './form/form-from-body.ts'
import type { Saved } from './form/read-form.ts'
import { type Loaded, withCustomFields } from './queries.ts'
import { EditorContext } from './use-editor.ts'

type Props = {
  readonly loaded: Loaded | undefined
  /** The texts to begin with: those of the saved invoice, or of a new one. */
  readonly start: EditorForm
  readonly canEdit: boolean
}

/** Holds the form, and the saved invoice that it is compared with. */
export function Editor({ loaded, start, canEdit }: Props) {
  const language = useLanguage()
  const [saved, setSaved] = useState<Saved | undefined>(() => loaded && { body: loaded.body, form: start })
  const form = useForm<EditorForm>({ mode: 'onTouched', defaultValues: start })
  const { invoiceNumber: number } = loaded?.body.invoiceInformation ?? {}
  const takeBase = ({ body }: Loaded): Saved => {
    const places = start.custom.map(({ definitionId: id }) => ({ id }))
    const next = { body, form: withCustomFields(formFromBody(body, language), places) }
    setSaved(next)
    return next
  }
  return (
    <EditorContext value={{ form, saved, number, status: saved?.body.status }}>
      <EditorPage tag={loaded?.tag} canEdit={canEdit} onBase={takeBase} />
    </EditorContext>
  )
}
