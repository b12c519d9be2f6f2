import type { Choices } from './choices.ts'
import type { ImportFile } from './queries.ts'

/** A step of a file that was not run yet. */
export type StepProps = {
  readonly file: ImportFile
  readonly choices: Choices
  readonly onChange: (choices: Choices) => void
}
