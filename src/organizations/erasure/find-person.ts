import type { Person } from '../../kernel/person.ts'
import type { HeldData, PersonalDataHolder, RemainingData } from '../../kernel/personal-data.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { OUT_OF_REACH, seekPerson } from './seek-person.ts'

type Deps = {
  readonly db: Pick<Database, 'db'>
  readonly holders: readonly PersonalDataHolder[]
}

export type FoundPerson = {
  /** The person's data by the name of its holder. */
  readonly held: ReadonlyMap<string, HeldData>
  /** Data that would remain after an erasure. */
  readonly remaining: readonly RemainingData[]
}

/** Counts what an erasure of the person's data would erase; read-only. */
export async function findPerson(
  { db, holders }: Deps,
  input: { readonly organizationId: string; readonly person: Person },
): Promise<FoundPerson> {
  const sought = await seekPerson(db.db, input)
  const held = new Map<string, HeldData>()
  for (const holder of holders) held.set(holder.name, await holder.find(sought))
  const remaining = [...held.values()].flatMap((data) => data.remaining)
  return { held, remaining: [...remaining, OUT_OF_REACH] }
}
