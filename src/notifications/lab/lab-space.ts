import { RetryLater } from '../../platform/http/errors/retry-later.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { sumReceivedBytes } from './receiver-store.ts'

const MEBIBYTE = 1024 * 1024
export const LAB_QUOTA = { organizationBytes: 16 * MEBIBYTE, installationBytes: 256 * MEBIBYTE }

/** How long a sum of the stored deliveries is used; this node adds its own ones to it. */
const SUM_MS_MAX = 10_000
const RETRY_AFTER_SECONDS = 600

type Taken = { readonly organizationId: string; readonly bytes: number; readonly isVerified: boolean }
type Sum = { readonly perOrganization: Map<string, number>; installation: number }

/**
 * The space for received deliveries. Anyone can send some without a signature, and could otherwise fill the disk: these
 * are refused once the space is full. Verified ones displace older ones of their organization instead.
 */
export class LabSpace {
  readonly #db: Db
  readonly #quota: typeof LAB_QUOTA
  #sum: Promise<Sum> | undefined
  #until = 0

  constructor(db: Db, quota = LAB_QUOTA) {
    this.#db = db
    this.#quota = quota
  }

  /** Counts a delivery, or refuses it. */
  async take({ organizationId, bytes, isVerified }: Taken): Promise<{ readonly isOrganizationFull: boolean }> {
    const sum = await this.#currentSum()
    const ofOrganization = (sum.perOrganization.get(organizationId) ?? 0) + bytes
    const isOrganizationFull = ofOrganization > this.#quota.organizationBytes
    const isFull = isOrganizationFull || sum.installation + bytes > this.#quota.installationBytes
    if (isFull && !isVerified) throw full()
    sum.perOrganization.set(organizationId, ofOrganization)
    sum.installation += bytes
    // Older ones are displaced, so the sum is no longer true.
    if (isOrganizationFull) this.#until = 0
    return { isOrganizationFull }
  }

  #currentSum(): Promise<Sum> {
    if (this.#sum === undefined || performance.now() >= this.#until) {
      this.#until = performance.now() + SUM_MS_MAX
      this.#sum = this.#load()
      // A failure is reported to those who wait for it, and not kept.
      this.#sum.catch(() => {
        this.#until = 0
      })
    }
    return this.#sum
  }

  async #load(): Promise<Sum> {
    const perOrganization = new Map(await sumReceivedBytes(this.#db))
    const installation = perOrganization.values().reduce((total, bytes) => total + bytes, 0)
    return { perOrganization, installation }
  }
}

function full(): RetryLater {
  const message = 'The sandbox keeps no more deliveries that do not verify; it removes them after an hour.'
  return new RetryLater({ kind: 'rate-limited', code: 'QUOTA_EXCEEDED', message }, RETRY_AFTER_SECONDS)
}
