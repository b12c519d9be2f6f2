import { createHash, createHmac, type KeyObject, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'

/** A request before it is signed. `path` is path and query, exactly as on the request line. */
export type UnsignedRequest = {
  readonly method: string
  readonly host: string
  readonly path: string
  readonly merchantId: string
  readonly body?: string
}

export type SharedSecret = { readonly keyId: string; readonly secret: string }
export type Certificate = { readonly keyId: string; readonly privateKey: KeyObject }
export type SignedHeaders = Readonly<Record<string, string>>

const TOKEN_LIFETIME_SECONDS = 120

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64')

/** Ways in which clients differ. */
type Dialect = {
  readonly targetName?: 'request-target' | '(request-target)'
  readonly dateName?: 'date' | 'v-c-date'
  /** The portfolio whose key signs for the merchant. */
  readonly portfolioId?: string
}

/** The headers of the scheme HTTP Signature, in the newer spelling of the request target. */
export function signHttpSignature(
  { keyId, secret }: SharedSecret,
  request: UnsignedRequest,
  date: Date = new Date(),
  { targetName = 'request-target', dateName = 'date', portfolioId }: Dialect = {},
): SignedHeaders {
  const { method, host, path, merchantId, body } = request
  const lines: [string, string][] = [
    ['host', host],
    [dateName, date.toUTCString()],
    [targetName, `${method.toLowerCase()} ${path}`],
    ...(body === undefined ? [] : [['digest', `SHA-256=${sha256(body)}`] as [string, string]]),
    ['v-c-merchant-id', portfolioId ?? merchantId],
  ]
  const text = lines.map(([name, value]) => `${name}: ${value}`).join('\n')
  const mac = createHmac('sha256', Buffer.from(secret, 'base64')).update(text).digest('base64')
  const parts = {
    keyid: keyId,
    algorithm: 'HmacSHA256',
    headers: lines.map(([name]) => name).join(' '),
    signature: mac,
  }
  const signature = Object.entries(parts).map(([name, value]) => `${name}="${value}"`)
  const sent = Object.fromEntries(lines.filter(([name]) => name !== targetName))
  return { ...sent, 'v-c-merchant-id': merchantId, signature: signature.join(', ') }
}

/** The header of a JWT signed with a shared secret (HS256). */
export async function signJwtSharedSecret(
  { keyId, secret }: SharedSecret,
  request: UnsignedRequest,
  now: Date = new Date(),
): Promise<SignedHeaders> {
  const token = claims(request, now).setProtectedHeader({ typ: 'JWT', alg: 'HS256', kid: keyId })
  return { authorization: `Bearer ${await token.sign(Buffer.from(secret, 'base64'))}` }
}

/** The header of a JWT signed with a certificate's key (RS256). */
export async function signJwtCertificate(
  { keyId, privateKey }: Certificate,
  request: UnsignedRequest,
  now: Date = new Date(),
): Promise<SignedHeaders> {
  const token = claims(request, now).setProtectedHeader({ typ: 'JWT', alg: 'RS256', kid: keyId })
  return { authorization: `Bearer ${await token.sign(privateKey)}` }
}

/** The header for people with curl. */
export function signBearer(key: string): SignedHeaders {
  return { authorization: `Bearer ${key}` }
}

function claims({ method, host, path, merchantId, body }: UnsignedRequest, now: Date): SignJWT {
  const issuedAt = Math.floor(now.getTime() / 1000)
  return new SignJWT({
    iss: merchantId,
    jti: randomUUID(),
    'v-c-jwt-version': '2',
    'v-c-merchant-id': merchantId,
    'request-host': host,
    'request-resource-path': path,
    'request-method': method.toLowerCase(),
    ...(body === undefined ? {} : { digest: sha256(body), 'digest-algorithm': 'SHA-256' }),
  })
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + TOKEN_LIFETIME_SECONDS)
}
