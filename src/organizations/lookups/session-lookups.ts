import { findSessions } from '../sessions/session-store.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { BoundedLookups } from './bounded-lookups.ts'
import type { LookupDeps } from './key-lookups.ts'

/** Looks up the sessions of requests; see `BoundedLookups`. A token proves itself: only its browser has it. */
export class SessionLookups {
  readonly #lookups: BoundedLookups<Buffer, SignedIn>

  constructor({ db, perMinute, onStatement }: LookupDeps) {
    const lookUp = async (tokenHashes: readonly Buffer[]) => {
      onStatement?.(tokenHashes.length)
      return findSessions(db, tokenHashes)
    }
    this.#lookups = new BoundedLookups({ lookUp, perMinute })
  }

  async find(tokenHash: Buffer, network: string): Promise<SignedIn | undefined> {
    const name = tokenHash.toString('base64')
    const found = await this.#lookups.find({ name, wanted: tokenHash, network })
    if (found !== undefined) this.#lookups.noteProved({ name, network })
    return found
  }
}
