import { acceptedTypes } from '../http/accept-header.ts'
import { jsonTypeFor } from '../http/json-type.ts'
import type { ReportMimeType } from '../reports/report.ts'

/** Names besides its own under which a client may ask for a format. */
const OTHER_NAMES: Readonly<Partial<Record<ReportMimeType, readonly string[]>>> = {
  'text/csv': ['text/*'],
  'application/xml': ['text/xml', 'text/*'],
}

type ReportRequest = {
  readonly mimeType: ReportMimeType
  readonly accept: string | undefined
  readonly download: boolean | undefined
}

/** Whether a report's file is asked for, and not what is known about it: who takes JSON gets that. */
export function wantsFile({ mimeType, accept, download = false }: ReportRequest): boolean {
  if (download) return true
  if (jsonTypeFor(accept) !== undefined) return false
  const names = new Set<string>([mimeType, ...(OTHER_NAMES[mimeType] ?? [])])
  return acceptedTypes(accept).some((type) => names.has(type))
}
