import { createHash } from 'node:crypto'
import { AppError } from '../../kernel/errors.ts'
import { newSecret } from '../../platform/secrets/random.ts'

export type LinkKind = 'invitation' | 'reset' | 'sandbox'

/** A link that works once. Times are the machine's. */
export type Link = {
  readonly kind: LinkKind
  readonly personId: string
  /** The organization of an invitation. */
  readonly organizationId: string | undefined
  readonly createdAt: Temporal.Instant
  readonly expiresAt: Temporal.Instant
  readonly usedAt: Temporal.Instant | undefined
}

/** A new link with its token, which is not stored. */
export type IssuedLink = Link & { readonly token: string }

const LIFE_MINUTES: Readonly<Record<LinkKind, number>> = { invitation: 24 * 60, reset: 60, sandbox: 10 }
const TOKEN_BYTES = 32

export function issuedLink(
  input: Pick<Link, 'kind' | 'personId' | 'organizationId'>,
  { at }: { readonly at: Temporal.Instant },
): IssuedLink {
  return {
    ...input,
    token: newSecret(TOKEN_BYTES).toString('base64url'),
    createdAt: at,
    expiresAt: at.add({ minutes: LIFE_MINUTES[input.kind] }),
    usedAt: undefined,
  }
}

/** A token of 256 random bits needs no slow hash. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export function isLinkValid({ usedAt, expiresAt }: Pick<Link, 'usedAt' | 'expiresAt'>, at: Temporal.Instant): boolean {
  return usedAt === undefined && Temporal.Instant.compare(at, expiresAt) < 0
}

/** The same for links that were used, have expired or never existed. */
export function invalidLink(): AppError {
  return new AppError('gone', 'LINK_INVALID', 'The link was used or has expired.', [
    { field: 'token', reason: 'LINK_INVALID' },
  ])
}
