import { setTimeout as passed } from 'node:timers/promises'
import { counted, type PersonalDataHolder, type SoughtPerson } from '../../kernel/personal-data.ts'
import { people } from '../../organizations/index.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { countRequestsAbout, deleteRequestsAbout } from './request-log-store.ts'
import { WRITTEN_WITHIN_MS } from './request-recorder.ts'

const NAME = 'request log'

/** Holds requests that the person sent, and those whose path, bodies or problems name the person. */
export function requestLogHolder({ db }: { readonly db: Pick<Database, 'db'> }): PersonalDataHolder {
  return {
    name: NAME,
    find: async (sought) => counted(NAME, await countRequestsAbout(db.db, await withSenders(db, sought))),
    erase: async (sought) => {
      // Nodes have requests in memory that are not written yet.
      await passed(WRITTEN_WITHIN_MS)
      return counted(NAME, await deleteRequestsAbout(db.db, await withSenders(db, sought)))
    },
  }
}

async function withSenders({ db }: Pick<Database, 'db'>, sought: SoughtPerson) {
  return { ...sought, senderIds: await people.findPersonIds(db, sought.person.emails) }
}
