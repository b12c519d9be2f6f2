import { assert } from '../../kernel/assert.ts'
import { type Decimal, differenceOf, isZero, parseDecimal } from '../../kernel/decimal.ts'
import { readStoredState, summarizeReport } from '../generation/engine-queries.ts'
import { layoutOf, type ReportScope } from '../generation/report-query.ts'
import type { Report, ReportManifest } from '../reports/report.ts'
import { fileAndManifestOf, findChanges, type VerifyDeps } from './verify-report.ts'

type Totals = ReportManifest['totals']

/** A sum that a report was made with, and that of its records now. */
export type SumDifference = {
  /** Undefined: the number of rows. */
  readonly field: string | undefined
  readonly currency: string
  readonly reported: string
  readonly recorded: string
}

/**
 * Compares the rows and sums of a report's manifest with those of its records; no file is made. None differ if a record has
 * changed since the report was made, which explains it.
 */
export async function compareSums(
  deps: Pick<VerifyDeps, 'engine'>,
  report: Report,
  scope: ReportScope,
): Promise<readonly SumDifference[]> {
  const { engine } = deps
  const { manifest } = fileAndManifestOf(report)
  const layout = layoutOf(engine.dialect, report, scope)
  const { rows, totals } = await summarizeReport(engine, layout)
  const ofRows = { field: undefined, currency: '', reported: String(manifest.rows), recorded: String(rows) }
  const differences = [...(rows === manifest.rows ? [] : [ofRows]), ...differentTotals(manifest.totals, totals)]
  if (differences.length === 0) return []
  const { erased } = await readStoredState(engine, layout)
  const changes = await findChanges(deps, layout.source, {
    cutOffMs: Temporal.Instant.from(manifest.cutOff).epochMilliseconds,
    hasErased: erased > manifest.erased,
  })
  return changes.length === 0 ? differences : []
}

function differentTotals(reported: Totals, recorded: Totals): readonly SumDifference[] {
  const keyOf = ({ field, currency }: Totals[number]): string => `${field} ${currency}`
  const [then, now] = [reported, recorded].map((totals) => new Map(totals.map((total) => [keyOf(total), total])))
  const keys = new Set([...reported, ...recorded].map(keyOf))
  return [...keys].flatMap((key) => {
    const [one, other] = [then?.get(key), now?.get(key)]
    const [before, after] = [one?.amount ?? '0', other?.amount ?? '0']
    if (isZero(differenceOf(decimalOf(before), decimalOf(after)))) return []
    const { field, currency = '' } = one ?? other ?? {}
    return [{ field, currency, reported: before, recorded: after }]
  })
}

function decimalOf(text: string): Decimal {
  const decimal = parseDecimal(text)
  assert(decimal !== undefined, `A sum of a report is ${text}.`)
  return decimal
}
