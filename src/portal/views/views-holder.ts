import { counted, type PersonalDataHolder } from '../../kernel/personal-data.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { countViewsNaming, deleteViewsNaming } from './view-store.ts'

const NAME = 'saved views'

/** Holds views whose name or filters name the person. Those that the person made are removed with the person. */
export function viewsHolder({ db }: { readonly db: Pick<Database, 'db'> }): PersonalDataHolder {
  return {
    name: NAME,
    find: async (sought) => counted(NAME, await countViewsNaming(db.db, sought)),
    erase: async (sought) => counted(NAME, await deleteViewsNaming(db.db, sought)),
  }
}
