import { newSecret } from '../../platform/secrets/random.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'

const COUNT = 10
const LENGTH = 10
/** Without characters that are mistaken for others; 32 of them, so that every byte chooses evenly. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Ten new codes of 50 bits, as a person writes them down: `k3m9x-t7qpa`. */
export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: COUNT }, () => {
    const characters = [...newSecret(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length])
    return `${characters.slice(0, LENGTH / 2).join('')}-${characters.slice(LENGTH / 2).join('')}`
  })
}

/** A keyed hash, so that a stolen table cannot be searched for the codes. Spaces, dashes and case do not count. */
export function hashOfRecoveryCode(secrets: Pick<Secrets, 'code'>, personId: string, code: string): Buffer {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, '')
  return secrets.code('recovery code', `${personId} ${plain}`)
}
