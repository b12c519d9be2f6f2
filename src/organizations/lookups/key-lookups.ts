import type { Clock } from '../../platform/clock/clock.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { keySubject, organizationSubject } from '../caller-changes/caller-subject.ts'
import { stateOf } from '../credentials/credential.ts'
import { findCredentials, type KnownCredential, type WantedKey } from '../credentials/credential-store.ts'
import { BoundedLookups } from './bounded-lookups.ts'
import type { CallerMemory, Remembered } from './caller-memory.ts'
import type { CallerSource } from './caller-source.ts'

/** Finds the key of one request. */
export type KeyLookup = {
  readonly find: (wanted: WantedKey) => Promise<KnownCredential | undefined>
  /** Notes that the request was genuine. */
  readonly proved: () => void
}

export type LookupDeps = {
  readonly db: Db
  readonly memory: CallerMemory
  readonly machineClock: Clock
  /** Look-ups per minute and network of keys or sessions that it has not proved lately; 0 means no limit. */
  readonly perMinute: number
  /** Called for each statement, with the number of keys or sessions that it looks for. */
  readonly onStatement?: (count: number) => void
}

/** Looks up the keys of requests; see `BoundedLookups`. Those that were proved are remembered. */
export class KeyLookups {
  readonly #lookups: BoundedLookups<WantedKey, KnownCredential>
  readonly #remembered: Remembered<KnownCredential>
  readonly #machineClock: Clock

  constructor({ db, memory, machineClock, perMinute, onStatement }: LookupDeps) {
    this.#remembered = memory.of('key', subjectsOf)
    this.#machineClock = machineClock
    const lookUp = async (wanted: readonly WantedKey[]) => {
      onStatement?.(wanted.length)
      const found = await findCredentials(db, wanted)
      return new Map(found.flatMap((known) => namesOf(known).map((name) => [name, known] as const)))
    }
    this.#lookups = new BoundedLookups({ lookUp, perMinute })
  }

  of(network: string, source: CallerSource): KeyLookup {
    let proved = (): void => {}
    return {
      find: async (wanted) => {
        const name = nameOf(wanted)
        const recalled = source.recall(this.#remembered, name)
        if (recalled !== undefined) return recalled
        const keep = this.#remembered.asking()
        const found = await this.#lookups.find({ name, wanted, network })
        proved = () => {
          this.#lookups.noteProved({ name, network })
          if (found !== undefined && this.#mayBeUsed(found)) keep(name, found)
        }
        return found
      },
      proved: () => proved(),
    }
  }

  /** Others are asked for, so that a refusal is never remembered. */
  #mayBeUsed({ credential, owner }: KnownCredential): boolean {
    return stateOf(credential, this.#machineClock.now()) === 'active' && owner.suspendedBy === undefined
  }
}

function subjectsOf({ credential, owner }: KnownCredential): readonly string[] {
  return [keySubject(credential), ...owner.path.map(organizationSubject)]
}

function nameOf(wanted: WantedKey): string {
  return 'keyId' in wanted ? `id ${wanted.keyId}` : `certificate ${wanted.fingerprint.toString('base64')}`
}

/** The names by which a request may ask for a credential. */
function namesOf({ credential: { keyId }, secret }: KnownCredential): readonly string[] {
  return [nameOf({ keyId }), ...(secret.type === 'certificate' ? [nameOf({ fingerprint: secret.fingerprint })] : [])]
}
