import { newSecret } from '../../platform/secrets/random.ts'

const BYTES = 48

/** 64 random URL-safe characters. Anyone who has them can see and pay the invoice. */
export function newPaymentToken(): string {
  return newSecret(BYTES).toString('base64url')
}
