import { newSecret } from '../../platform/secrets/random.ts'

const BYTES = 48

/** 64 url-safe characters that nobody can guess: who has them may see the invoice and pay it. */
export function newPaymentToken(): string {
  return newSecret(BYTES).toString('base64url')
}
