import type { AuditActor } from '../../kernel/actor.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { recordAudit } from '../audit/audit-store.ts'
import { issueBearerKey, issueSharedSecret, usualTerms } from '../credentials/issue-credential.ts'
import type { BearerKey, SharedSecret } from '../credentials/make-secret.ts'
import { created, type NewOrganization, type Organization } from '../tree/organization.ts'
import { insertOrganization, lockOrganization } from '../tree/organization-store.ts'

type Deps = {
  readonly clock: Clock
  readonly machineClock: Clock
  readonly secrets: Secrets
}

export type CreateOrganization = NewOrganization & { readonly parentId: string | undefined }

export type CreatedOrganization = {
  readonly organization: Organization
  readonly sharedSecret: SharedSecret
  readonly bearer: BearerKey
}

/** A new organization with its first keys, in the caller's transaction. */
export async function foundOrganization(
  tx: Tx,
  { clock, machineClock, secrets }: Deps,
  by: AuditActor,
  { parentId, ...input }: CreateOrganization,
): Promise<CreatedOrganization> {
  const parent = parentId === undefined ? undefined : await lockOrganization(tx, parentId)
  const organization = created(input, parent, { at: clock.now() })
  const { organizationId, type } = organization
  const at = machineClock.now()
  await insertOrganization(tx, organization)
  await recordAudit(tx, {
    organizationId,
    at,
    actor: by,
    action: 'organization.created',
    subject: `organization:${organizationId}`,
    details: { type, parentId: parentId ?? null },
  })
  const issue = { actor: { organizationId, by }, terms: usualTerms, at }
  const sharedSecret = await issueSharedSecret(tx, secrets, issue)
  const bearer = await issueBearerKey(tx, issue)
  return { organization, sharedSecret, bearer }
}
