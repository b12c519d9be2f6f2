import type { Clock } from '../../platform/clock/clock.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { Method } from '../port/port.ts'
import type { Puzzle } from './puzzle.ts'
import { type PuzzlePlace, readAnswer } from './read-answer.ts'

type Deps = { readonly secrets: Secrets; readonly machineClock: Clock }

type Paying = PuzzlePlace & {
  /** Whether the merchant is under attack. */
  readonly isAttacked: boolean
  readonly method: Method
  /** Methods whose payers the processor authenticates. */
  readonly authenticatedMethods: readonly Method[]
  /** The answer to a puzzle, which came with the form. */
  readonly work: string | undefined
}

/** `puzzle`: the payer has to solve it first, or to wait. Nothing has been asked of the processor. */
export type PayerChallenge =
  | { readonly by: 'nothing' }
  | { readonly by: 'authentication' }
  | { readonly by: 'work'; readonly puzzle: Puzzle | undefined }

/** Decides how a payer proves not to be a program that tests cards, while the merchant is under attack. */
export async function challengePayer({ secrets, machineClock }: Deps, paying: Paying): Promise<PayerChallenge> {
  const { isAttacked, method, authenticatedMethods, work } = paying
  if (!isAttacked) return { by: 'nothing' }
  if (authenticatedMethods.includes(method)) return { by: 'authentication' }
  const answer = await readAnswer(secrets, paying, { answer: work, at: machineClock.now() })
  return { by: 'work', puzzle: answer.isDone ? undefined : answer.puzzle }
}
