import type { TimeWindow } from '../../terms/time-window.ts'

/** For whom a report on demand is made, and of which time. */
export type OnDemandScope = {
  readonly organizationId: string
  /** Those whose records are meant. */
  readonly merchantIds: readonly string[]
  readonly window: TimeWindow
  /** Public address of the service, for the address of the DTD. */
  readonly baseUrl: string
}
