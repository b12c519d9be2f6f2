import { useWords } from '../../words/use-words.ts'
import type { Choices } from './choices.ts'
import { FilePicker } from './file-picker.tsx'
import { keepChoices } from './kept-choices.ts'
import type { ImportFile } from './queries.ts'
import { useUpload } from './use-upload.ts'

type Props = { readonly file: Pick<ImportFile, 'columns'>; readonly choices: Choices }

/** The same file without its errors: it is checked with the same choices. */
export function CorrectedFile({ choices }: Props) {
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
