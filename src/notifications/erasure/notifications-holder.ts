import {
  type HeldData,
  heldTogether,
  NOTHING_HELD,
  type PersonalDataHolder,
  type SoughtPerson,
} from '../../kernel/personal-data.ts'
import { INSTALLATION } from '../../organizations/pure.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { countNotifications, eraseNotifications, notificationsTo, receivedHolder } from './erasure-store.ts'

type Deps = { readonly db: Pick<Database, 'db'> }

/** The holders of this component, in the order of erasure. */
export function notificationHolders(deps: Deps): readonly PersonalDataHolder[] {
  return [notificationsHolder(deps), receivedHolder(deps)]
}

/** Holds events about persons, mails, the sandbox inbox and refused addresses; all are found by mail address only. */
export function notificationsHolder({ db }: Deps): PersonalDataHolder {
  const visit = async (
    { organizationIds, person }: SoughtPerson,
    work: typeof countNotifications,
  ): Promise<HeldData> => {
    let held = NOTHING_HELD
    if (person.emails.length === 0) return held
    // Mails of the installation are about the account of the person, whatever the organization.
    for (const organizationId of [...organizationIds, INSTALLATION]) {
      held = heldTogether(held, await work(db.db, notificationsTo(organizationId, person.emails)))
    }
    return held
  }
  return {
    name: 'notifications',
    find: (sought) => visit(sought, countNotifications),
    erase: (sought) => visit(sought, eraseNotifications),
  }
}
