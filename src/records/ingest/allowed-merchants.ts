import { findOrganizations } from '../../organizations/index.ts'
import type { Db } from '../../platform/postgres/database.ts'

/** Unknown ones and those of others look alike: nobody learns which merchants there are. */
const NOT_BELOW = 'is not a merchant of this organization'
const SUSPENDED = 'is suspended'

/** More than an upload usually names; forgotten all at once where one names more. */
const REMEMBERED_MAX = 50_000

/** For which merchants an organization may bring records; each is asked for once. */
export class AllowedMerchants {
  readonly #db: Db
  readonly #organizationId: string
  /** Why not; undefined for those that may. */
  readonly #problems = new Map<string, string | undefined>()

  constructor(db: Db, organizationId: string) {
    this.#db = db
    this.#organizationId = organizationId
  }

  /** What is wrong with each of those that are not allowed. */
  async problemsOf(merchantIds: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
    const unknown = [...merchantIds].filter((merchantId) => !this.#problems.has(merchantId))
    if (unknown.length > 0) await this.#lookUp(unknown)
    const refused = new Map<string, string>()
    for (const merchantId of merchantIds) {
      const problem = this.#problems.get(merchantId)
      if (problem !== undefined) refused.set(merchantId, problem)
    }
    if (this.#problems.size > REMEMBERED_MAX) this.#problems.clear()
    return refused
  }

  async #lookUp(merchantIds: readonly string[]): Promise<void> {
    const organizations = await findOrganizations(this.#db, merchantIds)
    for (const merchantId of merchantIds) {
      const organization = organizations.get(merchantId)
      const isBelow = organization?.type === 'merchant' && organization.path.includes(this.#organizationId)
      const problem = organization?.status === 'SUSPENDED' ? SUSPENDED : undefined
      this.#problems.set(merchantId, isBelow ? problem : NOT_BELOW)
    }
  }
}
