// pure
import { ApiProblem } from '../api/api-problem.ts'
import type { words as English } from '../words/entry/en-US.ts'

/** Why the service refused a new password, in the reader's language; undefined if it did not. */
export function passwordProblem(
  error: unknown,
  words: Pick<typeof English, 'passwordProblems'>,
  field = 'password',
): string | undefined {
  const reason = error instanceof ApiProblem ? error.reasonOf(field) : undefined
  const texts: Readonly<Record<string, string>> = words.passwordProblems
  return reason === undefined ? undefined : texts[reason]
}

export function isInvalidLink(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 410
}
