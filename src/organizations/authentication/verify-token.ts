import { createHmac, timingSafeEqual, verify } from 'node:crypto'
import type { KnownCredential, StoredCredential } from '../credentials/credential-store.ts'
import { fingerprintOf } from '../credentials/read-certificate.ts'
import type { RequestFacts } from '../credentials/request-facts.ts'
import { AuthenticationRefusal } from './authentication-refusal.ts'
import { ofType, type Proof, unusableKey, type VerificationDeps } from './proof.ts'
import { type Claims, readToken, readTokenHeader, type Token, type TokenHeader } from './token.ts'

/** One key type per algorithm, so that a key cannot be used as one of the other type. */
const KEY_TYPES = new Map([
  ['HS256', 'shared-secret'],
  ['RS256', 'certificate'],
] as const)

/** Signed header and claims, and the signature; anything after the third part makes it another text. */
const COMPACT = /^(?<signed>[\w-]+\.(?<claims>[\w-]+))\.(?<signature>[\w-]+)$/

/** Verifies a JWT for this one request, signed with a shared secret or a certificate's key. */
export async function verifyToken(deps: VerificationDeps, request: RequestFacts, text: string): Promise<Proof> {
  const header = headerOf(text)
  if (header === undefined) throw new AuthenticationRefusal('malformed')
  const type = KEY_TYPES.get(header.algorithm as 'HS256')
  if (type === undefined) throw new AuthenticationRefusal('wrong-algorithm', header.keyId)
  const found = await findKey(deps, header)
  const usable = ofType(found, type)
  const claims = claimsOf(text, deps, { type, usable })
  if (usable === undefined) throw unusableKey(found, header.keyId)
  const { credential, owner } = usable
  if (claims === undefined) throw new AuthenticationRefusal('wrong-signature', credential.keyId)
  const token = acceptedToken(deps, request, { header, claims, credential })
  refuseOutdatedCertificate(deps, usable)
  const digest = token.digest === undefined ? undefined : Buffer.from(token.digest, 'base64')
  // The signed part, not the signature: Base64 can encode the same signature in several ways.
  const content = text.slice(0, text.lastIndexOf('.'))
  const { merchantId, validUntil } = token
  const signed = { content, validUntil, tokenId: tokenIdOf(token, content) }
  return { scheme: 'jwt', credential, owner, merchantId, digest, signed }
}

/** Without a `jti`, two requests of one second may have the same token of version 1; one of version 2 is its own id. */
function tokenIdOf({ version, id }: Token, content: string): string | undefined {
  return id ?? (version === 1 ? undefined : content)
}

function headerOf(text: string): TokenHeader | undefined {
  const header = jsonIn(text.slice(0, text.indexOf('.')))
  return typeof header === 'object' && header !== null ? readTokenHeader(header as Claims) : undefined
}

/** A certificate in the token only identifies one of the registered certificates. */
async function findKey(
  { lookup }: VerificationDeps,
  { keyId, certificate }: TokenHeader,
): Promise<KnownCredential | undefined> {
  if (certificate !== undefined) {
    return lookup.find({ fingerprint: fingerprintOf(Buffer.from(certificate, 'base64')) })
  }
  if (keyId === undefined) throw new AuthenticationRefusal('malformed')
  return lookup.find({ keyId })
}

type Verified = { readonly content: unknown }

/** The claims of the token; undefined if its signature is wrong. In turn: a task of WebCrypto takes longer than the rest. */
function claimsOf(
  text: string,
  { keys }: VerificationDeps,
  { type, usable }: { readonly type: 'shared-secret' | 'certificate'; readonly usable: StoredCredential | undefined },
): Verified | undefined {
  const { signed = '', claims = '', signature = '' } = COMPACT.exec(text)?.groups ?? {}
  const given = Buffer.from(signature, 'base64url')
  const isSigned =
    type === 'certificate'
      ? verify('sha256', Buffer.from(signed), keys.publicKeyOf(usable).key, given)
      : isMac(given, createHmac('sha256', keys.macKeyOf(usable)).update(signed).digest())
  return isSigned ? { content: jsonIn(claims) } : undefined
}

function isMac(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function acceptedToken(
  { machineClock, clockToleranceSeconds: toleranceSeconds, mode }: VerificationDeps,
  request: RequestFacts,
  signed: {
    readonly header: TokenHeader
    readonly claims: Verified
    readonly credential: StoredCredential['credential']
  },
): Token {
  const { header, claims, credential } = signed
  const { keyId, organizationId } = credential
  const context = { header, request, now: machineClock.now(), toleranceSeconds, mode }
  const token = readToken(claims.content, context)
  if (typeof token === 'string') throw new AuthenticationRefusal(token, keyId)
  // A key of a portfolio that acts for a merchant names the portfolio as the issuer.
  const issuers = [undefined, organizationId, token.merchantId]
  if (!issuers.includes(token.issuer)) throw new AuthenticationRefusal('foreign-merchant', keyId)
  if (request.hasBody && token.digest === undefined) {
    throw new AuthenticationRefusal('wrong-digest', keyId)
  }
  return token
}

/** Undefined if the part is not JSON. */
function jsonIn(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString())
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function refuseOutdatedCertificate({ keys, machineClock }: VerificationDeps, usable: StoredCredential): void {
  if (usable.secret.type !== 'certificate') return
  const { validFrom, validUntil } = keys.publicKeyOf(usable)
  const now = machineClock.now()
  const { compare } = Temporal.Instant
  if (compare(now, validFrom) < 0 || compare(validUntil, now) < 0) {
    throw new AuthenticationRefusal('expired', usable.credential.keyId)
  }
}
