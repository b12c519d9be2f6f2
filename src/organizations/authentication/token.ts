// pure
import type { Mode } from '../../kernel/mode.ts'
import { parseInstant } from '../../kernel/time/time-text.ts'
import { isKeyId, isSha256Base64, type RequestFacts } from '../credentials/request-facts.ts'
import { parseHttpDate } from './http-date.ts'

/** The protected header of a token, which is not trusted until the signature is verified. */
export type TokenHeader = {
  readonly algorithm: string
  readonly keyId: string | undefined
  /** The first certificate of `x5c`: DER in Base64. */
  readonly certificate: string | undefined
  readonly merchantId: string | undefined
}

/** The content of a token with a valid signature. */
export type Token = {
  readonly merchantId: string
  readonly version: 1 | 2
  /** The `jti`; version 1 usually has none. */
  readonly id: string | undefined
  /** Undefined in version 1. */
  readonly issuer: string | undefined
  /** The digest of the body, in Base64. */
  readonly digest: string | undefined
  /** Afterwards the token is always refused. */
  readonly validUntil: Temporal.Instant
}

export type TokenRefusal = 'malformed' | 'outside-its-time' | 'other-request' | 'unbound'

type Context = {
  readonly header: TokenHeader
  readonly request: Pick<RequestFacts, 'method' | 'target'>
  readonly now: Temporal.Instant
  readonly toleranceSeconds: number
  readonly mode: Mode
}

export type Claims = Readonly<Record<string, unknown>>

// A captured token must not stay valid forever, whatever expiry it contains.
const LIFETIME_MS_MAX = 24 * 60 * 60 * 1000
/** In live mode: for a token that names no request, and for one of version 1. */
const UNBOUND_SECONDS_MAX = 300

export function readTokenHeader(header: Claims): TokenHeader | undefined {
  const { alg, kid, x5c, crit } = header
  const certificate: unknown = Array.isArray(x5c) ? x5c[0] : undefined
  // The extensions that a signer requires to be understood: none is.
  if (typeof alg !== 'string' || crit !== undefined) return undefined
  if (kid !== undefined && !isKeyId(kid)) return undefined
  if (x5c !== undefined && typeof certificate !== 'string') return undefined
  return {
    algorithm: alg,
    keyId: kid,
    certificate: certificate as string | undefined,
    merchantId: textOf(header['v-c-merchant-id']),
  }
}

/**
 * Checks that the token was made now and for this request. The host in it is not compared: clients behind another
 * host name the original one.
 */
export function readToken(claims: unknown, context: Context): Token | TokenRefusal {
  if (typeof claims !== 'object' || claims === null) return 'malformed'
  const given = claims as Claims
  const statement = statementOf(given, context.header)
  if (statement === undefined || !isDigestKnown(given)) return 'malformed'
  const toleranceSeconds = toleranceFor(statement, context)
  if (!isInTime(statement, { now: context.now, toleranceSeconds })) return 'outside-its-time'
  if (!isForRequest(given, context.request)) return 'other-request'
  if (context.mode === 'live' && !isBound(given, statement)) return 'unbound'
  const { version, merchantId, issuer, expiresAt } = statement
  const validUntil = Temporal.Instant.fromEpochMilliseconds(expiresAt.epochMilliseconds + toleranceSeconds * 1000)
  return { version, id: textOf(given['jti']), merchantId, issuer, digest: textOf(given['digest']), validUntil }
}

type Statement = Pick<Token, 'version' | 'merchantId' | 'issuer'> & {
  readonly issuedAt: Temporal.Instant
  readonly expiresAt: Temporal.Instant
}

function statementOf(claims: Claims, header: TokenHeader): Statement | undefined {
  switch (claims['v-c-jwt-version'] ?? '1') {
    case '2':
    case 2:
      return secondVersion(claims)
    case '1':
    case 1:
      return firstVersion(claims, header)
    default:
      return undefined
  }
}

function secondVersion(claims: Claims): Statement | undefined {
  const issuedAt = secondsOf(claims['iat'])
  const expiresAt = secondsOf(claims['exp'])
  const issuer = textOf(claims['iss'])
  const merchantId = textOf(claims['v-c-merchant-id'])
  if (issuedAt === undefined || expiresAt === undefined) return undefined
  if (issuer === undefined || merchantId === undefined) return undefined
  return { version: 2, merchantId, issuer, issuedAt, expiresAt }
}

/** Version 1 has no expiry and no issuer, and names its merchant in the header. */
function firstVersion(claims: Claims, { merchantId }: TokenHeader): Statement | undefined {
  const issuedAt = anyTimeOf(claims['iat'])
  if (issuedAt === undefined || merchantId === undefined) return undefined
  return { version: 1, merchantId, issuer: undefined, issuedAt, expiresAt: issuedAt }
}

/** A token of version 1 is valid for the tolerance only. */
function toleranceFor({ version }: Statement, { mode, toleranceSeconds }: Context): number {
  return version === 1 && mode === 'live' ? Math.min(toleranceSeconds, UNBOUND_SECONDS_MAX) : toleranceSeconds
}

/** Whether a captured token is of little use: it is good for one request, or for a short time. */
function isBound(claims: Claims, { version, issuedAt, expiresAt }: Statement): boolean {
  if (version === 1) return true
  if (claims['request-method'] !== undefined && claims['request-resource-path'] !== undefined) return true
  return expiresAt.epochMilliseconds - issuedAt.epochMilliseconds <= UNBOUND_SECONDS_MAX * 1000
}

// As numbers, since a distant year plus the tolerance may exceed the range of Temporal.Instant.
function isInTime(
  { issuedAt, expiresAt }: Statement,
  { now, toleranceSeconds }: Pick<Context, 'now' | 'toleranceSeconds'>,
): boolean {
  const [startMs, endMs] = [issuedAt.epochMilliseconds, expiresAt.epochMilliseconds]
  const toleranceMs = toleranceSeconds * 1000
  const nowMs = now.epochMilliseconds
  return startMs - toleranceMs <= nowMs && nowMs <= endMs + toleranceMs && endMs - startMs <= LIFETIME_MS_MAX
}

function isForRequest(claims: Claims, { method, target }: Context['request']): boolean {
  const namedMethod = claims['request-method']
  const namedTarget = claims['request-resource-path']
  const isMethod = namedMethod === undefined || textOf(namedMethod)?.toLowerCase() === method.toLowerCase()
  return isMethod && (namedTarget === undefined || namedTarget === target)
}

/** Clients spell the claim of the algorithm in two ways; only one algorithm is supported. */
function isDigestKnown(claims: Claims): boolean {
  const algorithms = [claims['digest-algorithm'], claims['digestAlgorithm']]
  const areKnown = algorithms.every((name) => name === undefined || textOf(name)?.toUpperCase() === 'SHA-256')
  return areKnown && (claims['digest'] === undefined || isSha256Base64(claims['digest']))
}

/** Existing clients write the time of version 1 as an HTTP date, in ISO 8601 or in seconds. */
function anyTimeOf(value: unknown): Temporal.Instant | undefined {
  if (typeof value !== 'string') return secondsOf(value)
  if (/^\d{1,12}$/.test(value)) return secondsOf(Number(value))
  return parseHttpDate(value) ?? parseInstant(value)
}

function secondsOf(value: unknown): Temporal.Instant | undefined {
  const isTime = typeof value === 'number' && value >= 0 && value < 1e12
  return isTime ? Temporal.Instant.fromEpochMilliseconds(Math.floor(value * 1000)) : undefined
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
