import { randomBytes, randomUUID } from 'node:crypto'

export function newId(): string {
  return randomUUID()
}

/** Bytes that nobody can guess. */
export function newSecret(bytes: number): Buffer {
  return randomBytes(bytes)
}
