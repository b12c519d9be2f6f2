import { generateSecret, generateURI, verifySync } from 'otplib'

/** As authenticator apps expect it: six digits of SHA-1 over steps of 30 seconds (RFC 6238). */
const PERIOD_SECONDS = 30
const CODE = /^\d{6}$/
const ISSUER = 'Quittance'
const SECRET_BYTES = 20

/** A new secret, in Base32, as apps show it. */
export function newCodeSecret(): string {
  return generateSecret({ length: SECRET_BYTES })
}

/** The address in the QR code. */
export function codeUri({ email, secret }: { readonly email: string; readonly secret: string }): string {
  return generateURI({ issuer: ISSUER, label: email, secret })
}

type CodeCheck = {
  readonly secret: string
  readonly code: string
  /** Codes of this step and of those before it no longer count. */
  readonly lastStep: bigint | undefined
  /** By the machine's clock. */
  readonly at: Temporal.Instant
}

/** The time step of a valid code; undefined if it is wrong. The clock of a phone may be off by one step. */
export function stepOfCode({ secret, code, lastStep, at }: CodeCheck): bigint | undefined {
  const token = code.replaceAll(/\s/g, '')
  if (!CODE.test(token)) return undefined
  const epoch = Math.floor(at.epochMilliseconds / 1_000)
  const result = verifySync({ secret, token, epoch, period: PERIOD_SECONDS, epochTolerance: PERIOD_SECONDS })
  if (!result.valid || !('timeStep' in result)) return undefined
  const step = BigInt(result.timeStep)
  return lastStep !== undefined && step <= lastStep ? undefined : step
}
