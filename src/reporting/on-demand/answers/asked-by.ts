import type { AskedWindow } from '../../terms/asked-window.ts'

/** For whom a report on demand is made, and of which time. */
export type AskedBy = {
  readonly organizationId: string
  /** Those whose records are meant. */
  readonly merchantIds: readonly string[]
  readonly window: AskedWindow
  /** Public address of the service, for the address of the DTD. */
  readonly baseUrl: string
}
