import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { useLanguage, useWords } from '../../../words/use-words.ts'
import type { EditorForm } from '../form/editor-form.ts'
import { formFromBody } from '../form/form-from-body.ts'
import { changesOf } from '../form/merge-forms.ts'
import type { Loaded } from '../queries.ts'
import { useEditor } from '../use-editor.ts'
import { WhoChanged } from './who-changed.tsx'

type Props = {
  readonly theirs: Loaded
  /** The version that the person began with. */
  readonly base: string | undefined
  readonly onKeepMine: (theirs: Loaded) => void
  readonly onTakeTheirs: (theirs: Loaded) => void
}

/** Someone else saved in between: which fields differ, and whose values count. */
export function ConflictDialog({ theirs, base, onKeepMine, onTakeTheirs }: Props) {
  const words = useWords('editor')
  const language = useLanguage()
  const { form, saved } = useEditor()
  const savedNow = formFromBody(theirs.body, language)
  const mine = form.getValues()
  const names = saved === undefined ? [] : changesOf(saved.form, savedNow)
  const label = useFieldLabel()
  return (
    <Dialog isOpen onClose={() => onTakeTheirs(theirs)} title={words.conflictTitle} isQuestion>
      <WhoChanged version={base} />
      <p>{words.conflictText}</p>
      <dl className="rows stacked">
        {names.map((name) => (
          <div key={name} className="fact">
            <dt>{label(name)}</dt>
            <dd>
              {words.theirs}: {textOf(savedNow, name) || words.empty}
            </dd>
            <dd>
              {words.mine}: {textOf(mine, name) || words.empty}
            </dd>
          </div>
        ))}
      </dl>
      <DialogActions>
        <Button kind="plain" onClick={() => onTakeTheirs(theirs)}>
          {words.takeTheirs}
        </Button>
        <Button onClick={() => onKeepMine(theirs)}>{words.keepMine}</Button>
      </DialogActions>
    </Dialog>
  )
}

function textOf(form: EditorForm, name: keyof EditorForm): string {
  const value = form[name]
  if (name === 'lines')
    return form.lines.map(({ item, quantity, price }) => [item, quantity || '1', price].join(' · ')).join('; ')
  return Array.isArray(value) ? form.custom.map((field) => field.value).join('; ') : String(value)
}

function useFieldLabel(): (name: keyof EditorForm) => string {
  const words = useWords('editor')
  return (name) => {
    const known: Partial<Record<keyof EditorForm, string>> = {
      ...{ lines: words.items, isPartialAllowed: words.partial, custom: words.customFields, level: words.perLine },
    }
    const word = words[name as keyof typeof words]
    return known[name] ?? (typeof word === 'string' ? word : name)
  }
}
