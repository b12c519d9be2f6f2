import type { Static } from 'typebox'
import { AppError } from '../../kernel/errors.ts'
import { hasNoValue } from '../../kernel/reading/reading.ts'
import type { ActingFor } from '../../organizations/index.ts'
import { RetryLater } from '../../platform/http/errors/retry-later.ts'
import type { UploadResponse } from './contract.ts'
import type { UploadReport } from './ingest-upload.ts'

export const PREFIX = '/ingest/v1'

export function presentReport(
  { report, batchId }: UploadReport,
  query: Static<typeof ActingFor>,
): Static<typeof UploadResponse> {
  const { accepted, duplicates, rejectedCount, warningCount } = report
  const counts = { accepted, duplicates, rejectedCount, warningCount }
  const problems = { rejected: [...report.rejected], warnings: [...report.warnings] }
  if (batchId === undefined) return { ...counts, ...problems }
  // A caller that acts for another organization must name it again.
  const { organizationId } = query
  const actingFor = hasNoValue(organizationId) ? '' : `?organizationId=${organizationId}`
  const href = `${PREFIX}/batches/${batchId}/rejected${actingFor}`
  return { ...counts, ...problems, batchId, _links: { rejected: { href } } }
}

/** The refusal with facts added, such as the counts of stored lines. */
export function withFacts(refusal: AppError, facts: Readonly<Record<string, unknown>>): AppError {
  const { kind, code, message, details, cause } = refusal
  return refusal instanceof RetryLater
    ? new RetryLater({ kind, code, message, details }, refusal.retryAfterSeconds, { cause, facts })
    : new AppError(kind, code, message, details, { cause, facts })
}
