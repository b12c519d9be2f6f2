import { findOrganizations } from '../../organizations/index.ts'
import type { Db } from '../../platform/postgres/database.ts'

/** The same reason for unknown merchants and those of others, so that it does not reveal which exist. */
const NOT_BELOW = 'is not a merchant of this organization'
const SUSPENDED = 'is suspended'

/** More merchants than an upload usually names; the cache is cleared when it is full. */
const CACHED_MAX = 50_000

/** Finds the merchants whose records an organization may send; each is looked up once. */
export class AllowedMerchants {
  readonly #db: Db
  readonly #organizationId: string
  /** Why a merchant is not allowed; undefined for one that is. */
  readonly #problems = new Map<string, string | undefined>()

  constructor(db: Db, organizationId: string) {
    this.#db = db
    this.#organizationId = organizationId
  }

  /** Returns the reason for each merchant that is not allowed. */
  async problemsOf(merchantIds: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
    const unknown = [...merchantIds].filter((merchantId) => !this.#problems.has(merchantId))
    if (unknown.length > 0) await this.#lookUp(unknown)
    const refused = new Map<string, string>()
    for (const merchantId of merchantIds) {
      const problem = this.#problems.get(merchantId)
      if (problem !== undefined) refused.set(merchantId, problem)
    }
    if (this.#problems.size > CACHED_MAX) this.#problems.clear()
    return refused
  }

  async #lookUp(merchantIds: readonly string[]): Promise<void> {
    const organizations = await findOrganizations(this.#db, merchantIds)
    for (const merchantId of merchantIds) {
      const organization = organizations.get(merchantId)
      const isBelow = organization?.type === 'merchant' && organization.path.includes(this.#organizationId)
      const problem = organization?.suspendedBy === undefined ? undefined : SUSPENDED
      this.#problems.set(merchantId, isBelow ? problem : NOT_BELOW)
    }
  }
}
