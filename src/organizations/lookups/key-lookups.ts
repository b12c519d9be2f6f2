import type { Db } from '../../platform/postgres/database.ts'
import { findCredentials, type KnownCredential, type WantedKey } from '../credentials/credential-store.ts'
import { BoundedLookups } from './bounded-lookups.ts'

/** Finds the key of one request. */
export type KeyLookup = {
  readonly find: (wanted: WantedKey) => Promise<KnownCredential | undefined>
  /** Notes that the request was genuine. */
  readonly proved: () => void
}

export type LookupDeps = {
  readonly db: Db
  /** Look-ups per minute and network of keys or sessions that it has not proved lately; 0 means no limit. */
  readonly perMinute: number
  /** Called for each statement, with the number of keys or sessions that it looks for. */
  readonly onStatement?: (count: number) => void
}

/** Looks up the keys of requests; see `BoundedLookups`. */
export class KeyLookups {
  readonly #lookups: BoundedLookups<WantedKey, KnownCredential>

  constructor({ db, perMinute, onStatement }: LookupDeps) {
    const lookUp = async (wanted: readonly WantedKey[]) => {
      onStatement?.(wanted.length)
      const found = await findCredentials(db, wanted)
      return new Map(found.flatMap((known) => namesOf(known).map((name) => [name, known] as const)))
    }
    this.#lookups = new BoundedLookups({ lookUp, perMinute })
  }

  of(network: string): KeyLookup {
    let name: string | undefined
    return {
      find: async (wanted) => {
        name = nameOf(wanted)
        return this.#lookups.find({ name, wanted, network })
      },
      proved: () => {
        if (name !== undefined) this.#lookups.noteProved({ name, network })
      },
    }
  }
}

function nameOf(wanted: WantedKey): string {
  return 'keyId' in wanted ? `id ${wanted.keyId}` : `certificate ${wanted.fingerprint.toString('base64')}`
}

/** The names by which a request may ask for a credential. */
function namesOf({ credential: { keyId }, secret }: KnownCredential): readonly string[] {
  return [nameOf({ keyId }), ...(secret.type === 'certificate' ? [nameOf({ fingerprint: secret.fingerprint })] : [])]
}
