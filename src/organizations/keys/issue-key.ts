import type { Actor } from '../../kernel/actor.ts'
import { AppError, refuseInvalid } from '../../kernel/errors.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Transactions, Tx } from '../../platform/postgres/database.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { type Credential, scopesIn } from '../credentials/credential.ts'
import { countActiveCredentials, lockCredential } from '../credentials/credential-store.ts'
import { type CredentialTerms, issueBearerKey, issueSharedSecret } from '../credentials/issue-credential.ts'
import { lockOrganization } from '../tree/organization-store.ts'
import type { MadeType } from './contract.ts'

export type KeyDeps = {
  readonly db: Transactions
  readonly machineClock: Clock
  readonly secrets: Secrets
  readonly mode: Mode
}

/** The secret is shown once and stored nowhere in this form. */
export type IssuedKey = { readonly key: Credential; readonly secret: string; readonly at: Temporal.Instant }

/** Of one organization. The command line has no bound. */
const ACTIVE_KEYS_MAX = 100

/** Creates a key; older ones stay valid. */
export async function issueKey(
  { db, ...deps }: KeyDeps,
  actor: Actor,
  { type, terms }: { readonly type: MadeType; readonly terms: CredentialTerms },
): Promise<IssuedKey> {
  refuseForeignScopes(terms, deps.mode)
  return db.transaction(async (tx) => {
    await lockOrganization(tx, actor.organizationId)
    return insertKey(tx, deps, actor, { type, terms, at: deps.machineClock.now() })
  })
}

type Insert = { readonly type: MadeType; readonly terms: CredentialTerms; readonly at: Temporal.Instant }

/** Adds a key while the organization is locked, so that the bound holds. */
export async function insertKey(
  tx: Tx,
  { secrets }: Pick<KeyDeps, 'secrets'>,
  actor: Actor,
  { type, terms, at }: Insert,
): Promise<IssuedKey> {
  const { organizationId } = actor
  if ((await countActiveCredentials(tx, organizationId, at)) >= ACTIVE_KEYS_MAX) throw tooManyKeys()
  const issue = { actor, terms, at }
  const { keyId, secret } =
    type === 'bearer' ? bearerParts(await issueBearerKey(tx, issue)) : await issueSharedSecret(tx, secrets, issue)
  return { key: await lockCredential(tx, { organizationId, keyId }), secret, at }
}

function bearerParts({ keyId, key }: Awaited<ReturnType<typeof issueBearerKey>>) {
  return { keyId, secret: key }
}

function refuseForeignScopes({ scopes }: CredentialTerms, mode: Mode): void {
  const all = scopesIn(mode)
  const isRight = scopes.every((scope) => all.includes(scope))
  refuseInvalid('The key', isRight ? [] : [{ field: 'scopes', reason: 'cannot have sandbox in live mode' }])
}

function tooManyKeys(): AppError {
  const message = `An organization has at most ${ACTIVE_KEYS_MAX} active keys. Revoke one that is not used.`
  return new AppError('conflict', 'TOO_MANY_KEYS', message)
}
