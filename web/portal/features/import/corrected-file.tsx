import { useWords } from '../../words/use-words.ts'
import type { Choices } from './choices.ts'
import { FilePicker } from './file-picker.tsx'
import { keepChoices } from './kept-choices.ts'
import { useUpload } from './use-upload.ts'

/** The same file without its errors: it is checked with the same choices. */
export function CorrectedFile({ choices }: { readonly choices: Choices }) {
  const words = useWords('imports')
  const onUploaded = (importId: string) => {
    keepChoices(importId, choices)
    return { step: 'check' as const }
  }
  const { take, problem, isBusy } = useUpload({ onUploaded })
  return (
    <FilePicker
      label={words.corrected}
      problem={problem}
      isBusy={isBusy}
      busyLabel={words.uploading}
      onFile={(chosen) => void take(chosen)}
      isButton
    />
  )
}
