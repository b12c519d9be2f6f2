import { useEditor } from './use-editor.ts'

/** Warnings of the service about the saved invoice. */
export function SavedNotices() {
  const { saved } = useEditor()
  const warnings = (saved?.body.warnings ?? []).filter(({ reason }) => reason !== 'AMOUNTS_DIFFER')
  return warnings.map(({ field, reason, message }) => (
    <p key={`${field} ${reason}`} className="notice warning" lang="en">
      {message}
    </p>
  ))
}
