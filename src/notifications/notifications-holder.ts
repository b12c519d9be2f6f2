import {
  counted,
  type HeldData,
  heldTogether,
  NOTHING_HELD,
  type PersonalDataHolder,
  type SoughtPerson,
} from '../kernel/personal-data.ts'
import type { Database, Db } from '../platform/postgres/database.ts'
import { countTold, eraseTold, type Told, toldTo } from './personal-data-store.ts'

/** Events that tell of the person and mails that are on their way, found by the address alone. */
export function notificationsHolder({ db }: { readonly db: Pick<Database, 'db'> }): PersonalDataHolder {
  const visit = async (
    { organizationIds, person }: SoughtPerson,
    work: (db: Db, chosen: ReturnType<typeof toldTo>) => Promise<Told>,
  ): Promise<HeldData> => {
    let held = NOTHING_HELD
    if (person.emails.length === 0) return held
    for (const organizationId of organizationIds) {
      const told = await work(db.db, toldTo(organizationId, person.emails))
      held = heldTogether(held, heldOf(told))
    }
    return held
  }
  return {
    name: 'notifications',
    find: (sought) => visit(sought, countTold),
    erase: (sought) => visit(sought, eraseTold),
  }
}

export function heldOf({ events, mails }: Told): HeldData {
  return heldTogether(counted('events', events), counted('mails on their way', mails))
}
