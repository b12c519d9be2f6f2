import type { Clock } from '../../platform/clock/clock.ts'
import { personSubject } from '../caller-changes/caller-subject.ts'
import { isSignedIn } from '../sessions/session.ts'
import { findSessions } from '../sessions/session-store.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { BoundedLookups } from './bounded-lookups.ts'
import type { Remembered } from './caller-memory.ts'
import type { CallerSource } from './caller-source.ts'
import type { LookupDeps } from './key-lookups.ts'

/** Looks up the sessions of requests; see `BoundedLookups`. A token proves itself: only its browser has it. */
export class SessionLookups {
  readonly #lookups: BoundedLookups<Buffer, SignedIn>
  readonly #remembered: Remembered<SignedIn>
  readonly #machineClock: Clock

  constructor({ db, memory, machineClock, perMinute, onStatement }: LookupDeps) {
    this.#remembered = memory.of('session', ({ person }) => [personSubject(person)])
    this.#machineClock = machineClock
    const lookUp = async (tokenHashes: readonly Buffer[]) => {
      onStatement?.(tokenHashes.length)
      return findSessions(db, tokenHashes)
    }
    this.#lookups = new BoundedLookups({ lookUp, perMinute })
  }

  async find(tokenHash: Buffer, network: string, source: CallerSource): Promise<SignedIn | undefined> {
    const name = tokenHash.toString('base64')
    const recalled = source.recall(this.#remembered, name)
    if (recalled !== undefined) return recalled
    const keep = this.#remembered.asking()
    const found = await this.#lookups.find({ name, wanted: tokenHash, network })
    if (found === undefined) return undefined
    this.#lookups.noteProved({ name, network })
    if (isSignedIn(found.session, this.#machineClock.now()) && found.person.status === 'ACTIVE') keep(name, found)
    return found
  }
}
