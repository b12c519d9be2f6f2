// pure
import { type FieldProblem, refuseInvalid } from '../../kernel/errors.ts'
import type { Mode } from '../../kernel/mode.ts'
import { isPlainText } from '../tree/contact.ts'

export const SCOPES = [
  'invoices',
  'invoices:read',
  'payments',
  'payments:read',
  'reviews',
  'reports:read',
  'reports:manage',
  'ingest',
  'webhooks',
  'sandbox',
  'users',
] as const
export type Scope = (typeof SCOPES)[number]

/** Scopes that another one includes: a key for invoices also reads them. */
const INCLUDED: Readonly<Partial<Record<Scope, readonly Scope[]>>> = { invoices: ['invoices:read'] }

/** Whether a key with these scopes may use a route that requires one; no key has the permissions of people alone. */
export function includesScope(scopes: readonly Scope[], required: string): boolean {
  return scopes.some((scope) => scope === required || INCLUDED[scope]?.some((included) => included === required))
}

/** The scopes that a key can have; `sandbox` is for features that live mode does not have. */
export function scopesIn(mode: Mode): readonly Scope[] {
  return mode === 'sandbox' ? SCOPES : SCOPES.filter((scope) => scope !== 'sandbox')
}

/**
 * The scopes of a key for which none are named: all but `users`. A key with that scope gives people access, who keep it
 * when the key is revoked.
 */
export function usualScopesIn(mode: Mode): readonly Scope[] {
  return scopesIn(mode).filter((scope) => scope !== 'users')
}

export const CREDENTIAL_TYPES = ['shared-secret', 'certificate', 'bearer'] as const
export type CredentialType = (typeof CREDENTIAL_TYPES)[number]

/** The credential of a program, without its secret. */
export type Credential = {
  readonly organizationId: string
  readonly credentialId: string
  readonly type: CredentialType
  /** The id that requests contain. */
  readonly keyId: string
  readonly label: string
  readonly scopes: readonly Scope[]
  readonly createdAt: Temporal.Instant
  readonly lastUsedAt: Temporal.Instant | undefined
  readonly expiresAt: Temporal.Instant | undefined
  readonly revokedAt: Temporal.Instant | undefined
}

export type CredentialState = 'active' | 'expired' | 'revoked'

export type NewCredential = Pick<
  Credential,
  'organizationId' | 'credentialId' | 'type' | 'keyId' | 'label' | 'scopes' | 'expiresAt'
>

export function issued(input: NewCredential, { at }: { readonly at: Temporal.Instant }): Credential {
  const problems: FieldProblem[] = []
  if (!isPlainText(input.label)) {
    problems.push({ field: 'label', reason: 'must be 1 to 255 characters of text' })
  }
  if (input.scopes.length === 0) {
    problems.push({ field: 'scopes', reason: `must name at least one of ${SCOPES.join(', ')}` })
  }
  if (input.expiresAt !== undefined && Temporal.Instant.compare(input.expiresAt, at) <= 0) {
    problems.push({ field: 'expiresAt', reason: 'must be in the future' })
  }
  refuseInvalid('The key', problems)
  const scopes = SCOPES.filter((scope) => input.scopes.includes(scope))
  return { ...input, scopes, createdAt: at, lastUsedAt: undefined, revokedAt: undefined }
}

/** Permanent: revoking again changes nothing. */
export function revoked(before: Credential, { at }: { readonly at: Temporal.Instant }): Credential {
  return before.revokedAt === undefined ? { ...before, revokedAt: at } : before
}

/** Ends at the moment, or earlier if it did already. */
export function ending(before: Credential, { at }: { readonly at: Temporal.Instant }): Credential {
  const isEarlier = before.expiresAt !== undefined && Temporal.Instant.compare(before.expiresAt, at) <= 0
  return isEarlier ? before : { ...before, expiresAt: at }
}

/** By the machine's time, not by the sandbox clock. */
export function stateOf(
  { revokedAt, expiresAt }: Pick<Credential, 'revokedAt' | 'expiresAt'>,
  machineNow: Temporal.Instant,
): CredentialState {
  if (revokedAt !== undefined) return 'revoked'
  const isExpired = expiresAt !== undefined && Temporal.Instant.compare(expiresAt, machineNow) <= 0
  return isExpired ? 'expired' : 'active'
}
