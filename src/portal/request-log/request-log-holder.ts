import { counted, type PersonalDataHolder, type SoughtPerson } from '../../kernel/personal-data.ts'
import { people } from '../../organizations/index.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { countRequestsAbout, deleteRequestsAbout } from './request-log-store.ts'

const NAME = 'request log'

/** Holds requests that the person sent, and those whose path, bodies or problems name the person. */
export function requestLogHolder({ db }: { readonly db: Pick<Database, 'db'> }): PersonalDataHolder {
  return {
    name: NAME,
    find: async (sought) => counted(NAME, await countRequestsAbout(db.db, await withSenders(db, sought))),
    erase: async (sought) => counted(NAME, await deleteRequestsAbout(db.db, await withSenders(db, sought))),
  }
}

async function withSenders({ db }: Pick<Database, 'db'>, sought: SoughtPerson) {
  return { ...sought, senderIds: await people.findPersonIds(db, sought.person.emails) }
}
