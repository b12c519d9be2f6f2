import { acceptedTypes } from '../../platform/http/negotiation/accept-header.ts'
import { jsonTypeFor } from '../http/json-type.ts'
import type { ReportMimeType } from '../reports/report.ts'

/** Other media ranges that select a format. */
const OTHER_NAMES: Readonly<Partial<Record<ReportMimeType, readonly string[]>>> = {
  'text/csv': ['text/*'],
  'application/xml': ['text/xml', 'text/*'],
}

type ReportRequest = {
  readonly mimeType: ReportMimeType
  readonly accept: string | undefined
  readonly download: boolean | undefined
}

/** Whether the request is for the file rather than the metadata; a client that accepts JSON gets the metadata. */
export function wantsFile({ mimeType, accept, download = false }: ReportRequest): boolean {
  if (download) return true
  if (jsonTypeFor(accept) !== undefined) return false
  const names = new Set<string>([mimeType, ...(OTHER_NAMES[mimeType] ?? [])])
  return acceptedTypes(accept).some((type) => names.has(type))
}
