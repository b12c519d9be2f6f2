import { counted, type PersonalDataHolder, type SoughtPerson } from '../../kernel/personal-data.ts'
import { people } from '../../organizations/index.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { countEditsAbout, deleteEditsAbout } from './edit-store.ts'

const NAME = 'kept edits'

/** Holds half-typed forms that the person typed, and those that name the person. */
export function editsHolder({ db }: { readonly db: Pick<Database, 'db'> }): PersonalDataHolder {
  return {
    name: NAME,
    find: async (sought) => counted(NAME, await countEditsAbout(db.db, await withWriters(db, sought))),
    erase: async (sought) => counted(NAME, await deleteEditsAbout(db.db, await withWriters(db, sought))),
  }
}

async function withWriters({ db }: Pick<Database, 'db'>, sought: SoughtPerson) {
  return { ...sought, writerIds: await people.findPersonIds(db, sought.person.emails) }
}
