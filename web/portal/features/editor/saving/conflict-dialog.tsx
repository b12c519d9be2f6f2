import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { useLanguage, useWords } from '../../../words/use-words.ts'
import { conflictRows } from '../form/conflict-rows.ts'
import { formFromBody } from '../form/form-from-body.ts'
import { type Loaded, withCustomFields } from '../queries.ts'
import { useEditor } from '../use-editor.ts'
import { useConflictWording } from './use-conflict-wording.ts'
import { WhoChanged } from './who-changed.tsx'

type Props = {
  readonly theirs: Loaded
  /** The version that the person began with. */
  readonly base: string | undefined
  readonly onKeepMine: (theirs: Loaded) => void
  readonly onTakeTheirs: (theirs: Loaded) => void
  /** Nothing is chosen, and the typed text stays in the form. */
  readonly onClose: () => void
}

/** Someone else saved in between: which fields differ, and whose values count. */
export function ConflictDialog({ theirs, base, onKeepMine, onTakeTheirs, onClose }: Props) {
  const words = useWords('editor')
  const rows = useConflictRows(theirs)
  return (
    <Dialog isOpen onClose={onClose} title={words.conflictTitle} isQuestion>
      <WhoChanged version={base} />
      {rows.length > 0 && <p>{words.conflictText}</p>}
      <dl className="rows stacked">
        {rows.map((row) => (
          <div key={row.key} className="fact">
            <dt>{row.label}</dt>
            <dd className="version">
              <span className="quiet">{words.theirs}</span>
              <span>{row.theirs || words.empty}</span>
            </dd>
            <dd className="version">
              <span className="quiet">{words.mine}</span>
              <span>{row.mine || words.empty}</span>
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

function useConflictRows(theirs: Loaded) {
  const language = useLanguage()
  const { form, saved } = useEditor()
  const wording = useConflictWording()
  if (saved === undefined) return []
  const places = saved.form.custom.map(({ definitionId: id }) => ({ id }))
  const savedNow = withCustomFields(formFromBody(theirs.body, language), places)
  return conflictRows({ before: saved.form, theirs: savedNow, mine: form.getValues() }, wording)
}
