import { randomBytes } from 'node:crypto'
import { readJsonFile, writeSmallFile } from './small-file.ts'

/** How to reach an embedded store; kept in the data folder for every program that shares it. */
export type StoreAccess = { readonly port: number; readonly password: string }

/** Returns the stored access, or creates one; the password is on disk before any store knows it. */
export function readOrCreateAccess(file: string): StoreAccess {
  const content = readJsonFile(file)
  if (typeof content?.['password'] === 'string' && typeof content['port'] === 'number') {
    return { port: content['port'], password: content['password'] }
  }
  const access = { port: 0, password: randomBytes(24).toString('base64url') }
  writeAccess(file, access)
  return access
}

/** `also` has the rest that a person needs to connect manually: user and database. */
export function writeAccess(file: string, access: StoreAccess, also: Readonly<Record<string, string>> = {}): void {
  const content = { host: '127.0.0.1', port: access.port, ...also, password: access.password }
  writeSmallFile(file, `${JSON.stringify(content)}\n`)
}
