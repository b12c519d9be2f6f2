import { counted, type PersonalDataHolder, type SoughtPerson } from '../../kernel/personal-data.ts'
import { people } from '../../organizations/index.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { countViewsAbout, deleteViewsAbout } from './view-store.ts'

const NAME = 'saved views'

/** Holds views that the person made, shared ones too, and those whose name or filters name the person. */
export function viewsHolder({ db }: { readonly db: Pick<Database, 'db'> }): PersonalDataHolder {
  return {
    name: NAME,
    find: async (sought) => counted(NAME, await countViewsAbout(db.db, await withMakers(db, sought))),
    erase: async (sought) => counted(NAME, await deleteViewsAbout(db.db, await withMakers(db, sought))),
  }
}

async function withMakers({ db }: Pick<Database, 'db'>, sought: SoughtPerson) {
  return { ...sought, makerIds: await people.findPersonIds(db, sought.person.emails) }
}
