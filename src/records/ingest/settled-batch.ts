import type { BatchOutcome } from '../storage/store-records.ts'
import type { InputPosition, IntakeBatch, LineProblem } from './intake-batch.ts'

/** What became of the lines of a batch. */
export type SettledBatch = {
  readonly accepted: number
  readonly duplicates: number
  /** How many lines were rejected; each may have several problems. */
  readonly rejectedCount: number
  /** By line. */
  readonly rejected: readonly LineProblem[]
  /** Of lines that were not rejected. */
  readonly warnings: readonly LineProblem[]
  readonly end: InputPosition
}

const CONFLICT = 'conflict: this version of the record is stored with other content; a correction needs a higher one'

export function settledBatch(batch: IntakeBatch, outcomes: readonly BatchOutcome[], end: InputPosition): SettledBatch {
  const conflicts = batch.lines.flatMap((line, index): readonly LineProblem[] =>
    outcomes[index] === 'conflict' ? [{ line, field: 'version', reason: CONFLICT }] : [],
  )
  // Those that were found while the lines were read stand in order, apart from these.
  const rejected =
    conflicts.length === 0 && isInOrder(batch.rejected)
      ? batch.rejected
      : [...batch.rejected, ...conflicts].sort((a, b) => a.line - b.line)
  const rejectedLines = new Set(rejected.map(({ line }) => line))
  return {
    accepted: countOf(outcomes, 'accepted'),
    duplicates: countOf(outcomes, 'duplicate'),
    rejectedCount: rejectedLines.size,
    rejected,
    warnings: batch.warnings.filter(({ line }) => !rejectedLines.has(line)),
    end,
  }
}

function isInOrder(problems: readonly LineProblem[]): boolean {
  return problems.every(({ line }, index) => line >= (problems[index - 1]?.line ?? 0))
}

function countOf(outcomes: readonly BatchOutcome[], wanted: BatchOutcome): number {
  let count = 0
  for (const outcome of outcomes) if (outcome === wanted) count += 1
  return count
}
