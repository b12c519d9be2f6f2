import { EVERYTHING } from '../../../src/organizations/caller-changes/caller-subject.ts'
import { noteCallerChange } from '../../../src/organizations/caller-changes/note-caller-change.ts'
import type { Database } from '../../../src/platform/postgres/database.ts'

/** For a test that changes callers by SQL of its own: this node forgets them. */
export async function forgetCallers({ database }: { readonly database: Database }): Promise<void> {
  await database.transaction(async (tx) => noteCallerChange(tx, EVERYTHING))
}
