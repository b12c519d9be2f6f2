// pure
/** How many lines of a batch were rejected in a row. */
export type RejectedRuns = {
  /** Before the first line that was not rejected. */
  readonly atStart: number
  readonly longest: number
  /** After the last line that was not rejected. */
  readonly atEnd: number
  /** Whether all lines were rejected, so that the run goes on from the batch before to the next one. */
  readonly isWhole: boolean
}

/** `recordLines` could be read, but may be rejected for another reason; both are in ascending order. */
export function rejectedRunsOf(recordLines: readonly number[], rejectedLines: ReadonlySet<number>): RejectedRuns {
  const others = rejectedLines.size === 0 ? recordLines : recordLines.filter((line) => !rejectedLines.has(line))
  const lineAt = (index: number): number => others[index] ?? Infinity
  let [passed, run, atStart, longest] = [0, 0, 0, 0]
  for (const line of rejectedLines) {
    if (lineAt(passed) < line) run = 0
    while (lineAt(passed) < line) passed += 1
    run += 1
    longest = Math.max(longest, run)
    if (passed === 0) atStart = run
  }
  return { atStart, longest, atEnd: passed === others.length ? run : 0, isWhole: others.length === 0 }
}

/** The rejected lines in a row at the end of a batch, and the most there were. */
export type RunSoFar = { readonly atEnd: number; readonly longest: number }

export const NO_RUN: RunSoFar = { atEnd: 0, longest: 0 }

export function runAfter(before: RunSoFar, { atStart, longest, atEnd, isWhole }: RejectedRuns): RunSoFar {
  return {
    atEnd: isWhole ? before.atEnd + atEnd : atEnd,
    longest: Math.max(before.longest, before.atEnd + atStart, longest),
  }
}
