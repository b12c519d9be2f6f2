import { assert } from '../../kernel/assert.ts'
import { type Person, readPerson } from '../../kernel/person.ts'
import { newId } from '../../platform/secrets/random.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { backupIdOf, startOf } from '../manifest/backup-id.ts'
import { ERASURES, erasureKey } from '../place/layout.ts'
import { DamagedObject, packingFor, type Unpacking } from '../place/packing.ts'
import type { BackupPlace } from '../place/place.ts'

/** Whom an erasure is about. The table of erasures has only a hash of it, by which nobody could repeat one. */
export type ErasedSubject = { readonly organizationId: string; readonly person: Person }

const SEALED = '.sealed'
const CONTEXT = 'erasure of a backup'

type Leaving = {
  readonly place: BackupPlace
  readonly secrets: Secrets
  /** Of the backups: who can open these can open the erasures. */
  readonly recipients: readonly string[]
  readonly at: Temporal.Instant
}

/**
 * Leaves at the place what a restore needs to repeat the erasure, before it begins: an older backup brings the person
 * back. Sealed for the recipients of the backups, or under the installation's key.
 */
export async function leaveErasure({ place, secrets, recipients, at }: Leaving, subject: ErasedSubject): Promise<void> {
  const key = erasureKey(backupIdOf(at, newId()))
  const content = Buffer.from(JSON.stringify({ ...subject, at: at.toString() }))
  const { pack, suffix } = packingFor(recipients)
  const [ending, sealed] =
    recipients.length === 0 ? [SEALED, secrets.seal(content, CONTEXT)] : [suffix, await pack(content)]
  const isLeft = await place.create(`${key}${ending}`, sealed)
  assert(isLeft, 'Two erasures of one second got one name: repeat the later one.')
}

type Reading = { readonly place: BackupPlace; readonly unpacking: Unpacking; readonly secrets: Secrets }

/** All erasures that the place still keeps, the oldest first. */
export async function readErasures({ place, unpacking, secrets }: Reading): Promise<readonly ErasedSubject[]> {
  const subjects: ErasedSubject[] = []
  for (const key of await erasureKeys(place)) {
    const object = await place.read(key)
    const isSealed = key.endsWith(SEALED)
    const content = isSealed ? opened(secrets, key, object) : await unpacking.unpack(key, object)
    const { organizationId, person } = JSON.parse(String(content)) as ErasedSubject
    subjects.push({ organizationId, person: readPerson(person) })
  }
  return subjects
}

function opened(secrets: Secrets, key: string, sealed: Buffer): Buffer {
  try {
    return secrets.open(sealed, CONTEXT)
  } catch (cause) {
    throw new DamagedObject(key, 'is damaged, or was sealed under another secret key', { cause })
  }
}

/** An erasure that was interrupted may end later than it began. */
const ENDED = { hours: 24 } as const

/** Removes erasures that no backup is older than. Returns how many. */
export async function forgetErasures(
  place: BackupPlace,
  { oldest }: { readonly oldest: Temporal.Instant },
): Promise<number> {
  let forgotten = 0
  for (const key of await erasureKeys(place)) {
    const at = erasedAt(key)
    if (at === undefined || Temporal.Instant.compare(at.add(ENDED), oldest) >= 0) continue
    await place.delete(key)
    forgotten += 1
  }
  return forgotten
}

/** The name begins with the time, so that neither order nor age need a key. */
async function erasureKeys(place: BackupPlace): Promise<readonly string[]> {
  const keys: string[] = []
  for await (const { key } of place.list(ERASURES)) keys.push(key)
  return keys.sort()
}

function erasedAt(key: string): Temporal.Instant | undefined {
  const name = key.slice(key.lastIndexOf('/') + 1)
  return startOf(name.slice(0, name.indexOf('.')))
}
