import type { TObject } from 'typebox'
import type { Organization } from '../../../organizations/pure.ts'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Engine } from '../../../platform/engine/engine.ts'
import type { Database } from '../../../platform/postgres/database.ts'
import { type ReportTitle, zonedText } from '../../generation/report-layout.ts'
import type { TimeWindow } from '../../reports/terms/time-window.ts'
import type { NestedForm, ReportForm } from './report-form.ts'

export type OnDemandDeps = {
  readonly database: Pick<Database, 'db' | 'transaction'>
  readonly engine: Engine
  readonly clock: Clock
  readonly machineClock: Clock
  readonly baseUrl: string
}

export type OnDemandFormat = 'json' | 'xml' | 'csv'

/** The query parameters of every report on demand. */
export type OnDemandQuery = { readonly window: TimeWindow; readonly groupName?: string | undefined }

export type OnDemandRequest<A extends OnDemandQuery = OnDemandQuery> = {
  readonly query: A
  readonly scope: OnDemandScope
  /** The caller's own organization, or the one that the request names. */
  readonly organization: Organization
  readonly format: OnDemandFormat
}

/** The pieces of a response; a page also has the path of the next one. */
type OnDemandContent =
  | AsyncIterable<string>
  | { readonly pieces: AsyncIterable<string>; readonly nextHref: string | undefined }

/** A report that is computed on request and sent piece by piece. */
export type OnDemandReport<A extends OnDemandQuery = OnDemandQuery> = {
  /** The path below `/reporting/v3/`. */
  readonly name: string
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly query: TObject
  readonly body: TObject
  /** Undefined if the report is JSON only. */
  readonly form?: ReportForm | NestedForm
  /** JSON is always among them. */
  readonly formats: readonly OnDemandFormat[]
  readonly read: (query: unknown) => A
  /** Resolves to undefined without data. */
  respond(deps: OnDemandDeps, request: OnDemandRequest<A>): Promise<OnDemandContent | undefined>
}

/** The organization, merchants and time window of a report on demand. */
export type OnDemandScope = {
  readonly organizationId: string
  /** The merchants whose records are reported. */
  readonly merchantIds: readonly string[]
  readonly window: TimeWindow
  /** Public URL of the service, for the URL of the DTD. */
  readonly baseUrl: string
}

/** The title of a response; its times are in the offset of the window. */
export function titleOf(
  { title, version }: Pick<ReportForm, 'title' | 'version'>,
  { organizationId, window: { from, to, offset } }: OnDemandScope,
): ReportTitle {
  return { title, version, organizationId, from: zonedText(from, offset), to: zonedText(to, offset) }
}
