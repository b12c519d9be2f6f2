import type { Db } from '../../platform/postgres/database.ts'
import { organizationSubject } from '../caller-changes/caller-subject.ts'
import { isOrganizationId, type Organization } from '../tree/organization.ts'
import { findOrganization } from '../tree/organization-store.ts'
import type { CallerMemory, Remembered } from './caller-memory.ts'
import type { CallerSource } from './caller-source.ts'

export type FindOrganization = (organizationId: string) => Promise<Organization | undefined>

/** Asks each time. */
export function askingOrganizations(db: Db): FindOrganization {
  return async (organizationId) => (isOrganizationId(organizationId) ? findOrganization(db, organizationId) : undefined)
}

/** Finds the organizations that callers belong to and act for. */
export class OrganizationLookups {
  readonly #ask: FindOrganization
  readonly #remembered: Remembered<Organization>

  constructor({ db, memory }: { readonly db: Db; readonly memory: CallerMemory }) {
    this.#ask = askingOrganizations(db)
    this.#remembered = memory.of('organization', ({ path }) => path.map(organizationSubject))
  }

  by(source: CallerSource): FindOrganization {
    return async (organizationId) => {
      const recalled = source.recall(this.#remembered, organizationId)
      if (recalled !== undefined) return recalled
      const keep = this.#remembered.asking()
      const found = await this.#ask(organizationId)
      // A suspension is asked for each time, so that a refusal is never remembered.
      if (found !== undefined && found.suspendedBy === undefined) keep(organizationId, found)
      return found
    }
  }
}
