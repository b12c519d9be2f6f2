import type { AuditActor } from '../../kernel/actor.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Transactions, Tx } from '../../platform/postgres/database.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { recordAudit } from '../audit/audit-store.ts'
import { usualScopesIn } from '../credentials/credential.ts'
import { issueBearerKey, issueSharedSecret } from '../credentials/issue-credential.ts'
import type { BearerKey, SharedSecret } from '../credentials/make-secret.ts'
import { created, type NewOrganization, type Organization } from '../tree/organization.ts'
import { insertOrganization, lockOrganization } from '../tree/organization-store.ts'

type Deps = {
  readonly clock: Clock
  readonly machineClock: Clock
  readonly secrets: Secrets
  readonly mode: Mode
}

type CreateOrganization = NewOrganization & { readonly parentId: string | undefined }

export type CreatedOrganization = {
  readonly organization: Organization
  readonly sharedSecret: SharedSecret
  readonly bearer: BearerKey
}

/** Creates an organization with its first keys: a shared secret and a bearer key. */
export async function createOrganization(
  deps: Deps & { readonly db: Transactions },
  by: AuditActor,
  input: CreateOrganization,
): Promise<CreatedOrganization> {
  return deps.db.transaction((tx) => insertNewOrganization(tx, deps, by, input))
}

/** Creates an organization with its first keys in the caller's transaction. */
export async function insertNewOrganization(
  tx: Tx,
  { secrets, mode, ...clocks }: Deps,
  by: AuditActor,
  { parentId, ...input }: CreateOrganization,
): Promise<CreatedOrganization> {
  const parent = parentId === undefined ? undefined : await lockOrganization(tx, parentId)
  const organization = await insertWithoutKeys(tx, clocks, by, { ...input, parent })
  const { organizationId } = organization
  const terms = { label: 'first key', scopes: usualScopesIn(mode), expiresAt: undefined }
  const issue = { actor: { organizationId, by }, terms, at: clocks.machineClock.now() }
  const sharedSecret = await issueSharedSecret(tx, secrets, issue)
  const bearer = await issueBearerKey(tx, issue)
  return { organization, sharedSecret, bearer }
}

/** Creates an organization in the caller's transaction, in which its parent is locked. */
export async function insertWithoutKeys(
  tx: Tx,
  { clock, machineClock }: Pick<Deps, 'clock' | 'machineClock'>,
  by: AuditActor,
  { parent, ...input }: NewOrganization & { readonly parent: Organization | undefined },
): Promise<Organization> {
  const organization = created(input, parent, { at: clock.now() })
  const { organizationId, type, parentId } = organization
  await insertOrganization(tx, organization)
  await recordAudit(tx, {
    organizationId,
    at: machineClock.now(),
    actor: by,
    action: 'organization.created',
    subject: `organization:${organizationId}`,
    details: { type, parentId: parentId ?? null },
  })
  return organization
}
