import type { TObject } from 'typebox'
import type { Organization } from '../../../organizations/index.ts'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Engine } from '../../../platform/engine/engine.ts'
import type { Database } from '../../../platform/postgres/database.ts'
import type { TimeWindow } from '../../terms/time-window.ts'

export type OnDemandDeps = {
  readonly database: Pick<Database, 'db' | 'transaction'>
  readonly engine: Engine
  readonly clock: Clock
  readonly baseUrl: string
}

export type OnDemandFormat = 'json' | 'xml' | 'csv'

/** What every report on demand is asked by. */
export type OnDemandQuery = { readonly window: TimeWindow; readonly groupName?: string | undefined }

export type OnDemandRequest<A extends OnDemandQuery = OnDemandQuery> = {
  readonly query: A
  readonly scope: OnDemandScope
  /** For whom: the caller's own organization, or the one that it named. */
  readonly organization: Organization
  /** Whether the caller named the organization. */
  readonly isNamed: boolean
  readonly format: OnDemandFormat
}

/** The pieces of an answer; a page of a longer one also says where the next page is. */
type OnDemandContent =
  | AsyncIterable<string>
  | { readonly pieces: AsyncIterable<string>; readonly nextHref: string | undefined }

/** A report that is answered at once, piece by piece. */
export type OnDemandReport<A extends OnDemandQuery = OnDemandQuery> = {
  /** Behind `/reporting/v3/`. */
  readonly name: string
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly query: TObject
  readonly body: TObject
  /** JSON is always among them. */
  readonly formats: readonly OnDemandFormat[]
  readonly read: (query: unknown) => A
  /** Undefined where there is nothing to be told. */
  readonly respond: (deps: OnDemandDeps, asking: OnDemandRequest<A>) => Promise<OnDemandContent | undefined>
}

/** For whom a report on demand is made, and of which time. */
export type OnDemandScope = {
  readonly organizationId: string
  /** Those whose records are meant. */
  readonly merchantIds: readonly string[]
  readonly window: TimeWindow
  /** Public address of the service, for the address of the DTD. */
  readonly baseUrl: string
}
