import { randomBytes, randomUUID } from 'node:crypto'

export function newId(): string {
  return randomUUID()
}

/** Cryptographically random bytes. */
export function newSecret(bytes: number): Buffer {
  return randomBytes(bytes)
}
