import { AppError } from '../../kernel/errors.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import type { Logger } from '../../platform/log/log.ts'
import { reportSource } from '../../records/index.ts'
import { selectionOf } from '../generation/report-query.ts'
import { loadScope, type ScopeDeps } from '../generation/report-scope.ts'
import type { Report } from '../reports/report.ts'

export type LateDeps = ScopeDeps & { readonly engine: Engine }

/** The count is only a remark on the report, so the client does not wait longer for it. */
const COUNT_MS_MAX = 5_000

/**
 * Counts the records that arrived after the report had been read. Undefined unless the report is COMPLETED or NO_DATA,
 * and if the count fails: the report itself is more important.
 */
export async function countLateRecords(
  deps: LateDeps & { readonly log: Pick<Logger, 'warn'> },
  report: Report,
): Promise<number | undefined> {
  const readAt = readAtOf(report)
  if (readAt === undefined) return undefined
  try {
    const selection = selectionOf(report, await loadScope(deps, report))
    const source = reportSource(deps.engine.dialect, selection)
    return await countLate(deps, source.lateCountSql(readAt.epochMilliseconds))
  } catch (error) {
    // For example, the merchant group no longer exists.
    if (error instanceof AppError) return undefined
    const { organizationId, reportId } = report
    deps.log.warn({ organizationId, reportId, err: error }, 'could not count late records')
    return undefined
  }
}

/** A report without data has no manifest: records that arrived after its generation started are late. */
function readAtOf({ status, manifest, generatingAt }: Report): Temporal.Instant | undefined {
  if (status === 'NO_DATA') return generatingAt
  if (status !== 'COMPLETED' || manifest === undefined) return undefined
  return Temporal.Instant.from(manifest.cutOff)
}

async function countLate({ engine }: LateDeps, query: string): Promise<number> {
  const [row] = await engine.rows<{ readonly late: number }>(query, {
    timeoutMs: COUNT_MS_MAX,
    plan: 'grouped',
  })
  return row?.late ?? 0
}
