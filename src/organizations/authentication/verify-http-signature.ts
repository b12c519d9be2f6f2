import { createHmac, timingSafeEqual } from 'node:crypto'
import { isNear, type RequestFacts } from '../credentials/request-facts.ts'
import { AuthenticationRefusal } from './authentication-refusal.ts'
import { parseHttpDate } from './http-date.ts'
import { ofType, type Proof, unusableKey, type VerificationDeps } from './proof.ts'
import {
  coversRequest,
  parseDigestHeader,
  parseSignatureHeader,
  type SignatureHeader,
  signedDates,
  signingString,
} from './signature-header.ts'

/** Verifies an HTTP Signature: a MAC over selected headers with a shared secret. */
export async function verifyHttpSignature(deps: VerificationDeps, request: RequestFacts, text: string): Promise<Proof> {
  const given = parseSignatureHeader(text)
  const merchantId = request.header('v-c-merchant-id')
  if (given === undefined || merchantId === undefined || !coversRequest(given.names, request)) {
    throw new AuthenticationRefusal('malformed', given?.keyId)
  }
  const { keyId } = given
  const validUntil = endOf(deps, request, given)
  const digest = digestOf(request, given)
  const found = await deps.lookup.find({ keyId })
  const usable = ofType(found, 'shared-secret')
  // A key of a portfolio that acts for a merchant signs the portfolio's id in place of the merchant's.
  const merchantIds = new Set([merchantId, usable?.credential.organizationId ?? merchantId])
  const macKey = deps.keys.macKeyOf(usable)
  const matches = [...merchantIds].map((id) => isMac(given, signingString(given.names, request, id), macKey))
  if (usable === undefined) throw unusableKey(found, keyId)
  if (!matches.includes(true)) throw new AuthenticationRefusal('wrong-signature', keyId)
  const { credential, owner } = usable
  const signed = { content: Buffer.from(given.signature, 'base64'), validUntil, tokenId: undefined }
  return { scheme: 'http_signature', credential, owner, merchantId, digest, signed }
}

/** Until when the signature is valid; refuses one that is too old or in the future. */
function endOf(
  { machineClock, clockToleranceSeconds: toleranceSeconds }: VerificationDeps,
  request: RequestFacts,
  { names, keyId }: SignatureHeader,
): Temporal.Instant {
  const now = machineClock.now()
  const dates = signedDates(names, request).map(parseHttpDate)
  const isInTime = dates.every((date) => date !== undefined && isNear(date, { now, toleranceSeconds }))
  if (!isInTime) throw new AuthenticationRefusal('outside-its-time', keyId)
  // By then every date is past its tolerance, whichever was the latest.
  return Temporal.Instant.fromEpochMilliseconds(now.epochMilliseconds + 2 * toleranceSeconds * 1000)
}

function digestOf(request: RequestFacts, { names, keyId }: SignatureHeader): Buffer | undefined {
  if (!names.includes('digest')) return undefined
  const digest = parseDigestHeader(request.header('digest') ?? '')
  if (digest === undefined) throw new AuthenticationRefusal('malformed', keyId)
  return Buffer.from(digest, 'base64')
}

function isMac({ signature }: SignatureHeader, text: string | undefined, macKey: Buffer): boolean {
  const expected = createHmac('sha256', macKey)
    .update(text ?? '')
    .digest()
  return text !== undefined && timingSafeEqual(Buffer.from(signature, 'base64'), expected)
}
