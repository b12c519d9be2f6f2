import type { BatchResult, LineProblem } from './ingest-batch.ts'

/** Of rejections and of warnings. */
const LISTED_MAX = 1_000

export type IngestCounts = Readonly<
  Pick<IngestReport, 'accepted' | 'duplicates' | 'rejectedCount' | 'warningCount' | 'lineCount'>
>

/** The outcome of the lines of an input so far. */
export class IngestReport {
  accepted = 0
  duplicates = 0
  rejectedCount = 0
  warningCount = 0
  /** How many lines have been processed, empty ones included. */
  lineCount = 0
  /** The first of them. */
  rejected: readonly LineProblem[] = []
  warnings: readonly LineProblem[] = []

  /** `earlier`: the counts of an interrupted run. */
  constructor(earlier: IngestCounts | undefined = undefined) {
    if (earlier === undefined) return
    this.accepted = earlier.accepted
    this.duplicates = earlier.duplicates
    this.rejectedCount = earlier.rejectedCount
    this.warningCount = earlier.warningCount
    this.lineCount = earlier.lineCount
  }

  /** The counts with a batch that is not added yet. */
  with({ accepted, duplicates, rejectedCount }: BatchResult): Omit<IngestCounts, 'warningCount' | 'lineCount'> {
    return {
      accepted: this.accepted + accepted,
      duplicates: this.duplicates + duplicates,
      rejectedCount: this.rejectedCount + rejectedCount,
    }
  }

  add(result: BatchResult): void {
    this.accepted += result.accepted
    this.duplicates += result.duplicates
    this.rejectedCount += result.rejectedCount
    this.warningCount += result.warnings.length
    this.lineCount = result.end.lineCount
    this.rejected = [...this.rejected, ...result.rejected].slice(0, LISTED_MAX)
    this.warnings = [...this.warnings, ...result.warnings].slice(0, LISTED_MAX)
  }
}
