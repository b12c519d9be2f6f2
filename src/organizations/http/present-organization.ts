import type { Static } from 'typebox'
import type { Organization } from '../tree/organization.ts'
import type { OrganizationSummary } from './contract.ts'

export function summaryOf(organization: Organization): Static<typeof OrganizationSummary> {
  const { organizationId, name, type, parentId = null, timeZone, suspendedBy } = organization
  const status = suspendedBy === undefined ? 'ACTIVE' : 'SUSPENDED'
  return { organizationId, name, type, parentId, timeZone, status }
}

/** The reason of a suspension above the viewer is for those above. */
export function suspensionReasonFor(viewer: Organization, { path, suspendedBy }: Organization): string | null {
  if (suspendedBy === undefined) return null
  const isVisible = path.indexOf(suspendedBy.organizationId) >= path.indexOf(viewer.organizationId)
  return isVisible ? (suspendedBy.reason ?? null) : null
}
