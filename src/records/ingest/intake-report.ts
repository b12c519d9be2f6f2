import type { LineProblem } from './intake-batch.ts'
import type { SettledBatch } from './settled-batch.ts'

/** Of rejections and of warnings. */
const LISTED_MAX = 1_000

type IntakeCounts = Readonly<
  Pick<IntakeReport, 'accepted' | 'duplicates' | 'rejectedCount' | 'warningCount' | 'lineCount'>
>

/** What became of the lines of an input so far. */
export class IntakeReport {
  accepted = 0
  duplicates = 0
  rejectedCount = 0
  warningCount = 0
  /** How many lines have been dealt with, empty ones included. */
  lineCount = 0
  /** The first of them. */
  readonly rejected: LineProblem[] = []
  readonly warnings: LineProblem[] = []

  /** `earlier`: what an interrupted run came to before. */
  constructor(earlier: IntakeCounts | undefined = undefined) {
    if (earlier === undefined) return
    this.accepted = earlier.accepted
    this.duplicates = earlier.duplicates
    this.rejectedCount = earlier.rejectedCount
    this.warningCount = earlier.warningCount
    this.lineCount = earlier.lineCount
  }

  add(settled: SettledBatch): void {
    this.accepted += settled.accepted
    this.duplicates += settled.duplicates
    this.rejectedCount += settled.rejectedCount
    this.warningCount += settled.warnings.length
    this.lineCount = settled.end.lineCount
    addUpTo(LISTED_MAX, this.rejected, settled.rejected)
    addUpTo(LISTED_MAX, this.warnings, settled.warnings)
  }
}

function addUpTo(max: number, listed: LineProblem[], more: readonly LineProblem[]): void {
  listed.push(...more.slice(0, max - listed.length))
}
