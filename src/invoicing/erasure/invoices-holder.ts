import type { AuditActor } from '../../kernel/actor.ts'
import { isPerson, type Person } from '../../kernel/person.ts'
import {
  counted,
  type HeldData,
  heldTogether,
  NOTHING_HELD,
  type PersonalDataHolder,
  type SoughtPerson,
} from '../../kernel/personal-data.ts'
import { countNotifications, notificationsAbout } from '../../notifications/index.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { countImportsNaming, deleteImportsNaming } from '../imports/import-row-store.ts'
import type { InvoiceDeps } from '../storage/action-deps.ts'
import { subjectOf } from '../storage/save-change.ts'
import { eraseInvoices } from './erase-invoices.ts'
import { type InvoiceOfPerson, invoicesOfPerson } from './person-invoice-store.ts'

type Deps = InvoiceDeps & { readonly db: Pick<Database, 'db' | 'transaction'> }
type Page = {
  readonly organizationId: string
  readonly person: Person
  readonly found: readonly InvoiceOfPerson[]
}

const FILES = 'files of invoices'

/** Invoices to the person, with the events and mails about them, and uploaded files of invoices that name the person. */
export function invoicesHolder(deps: Deps): PersonalDataHolder {
  return {
    name: 'invoicing',
    find: async (sought) =>
      heldTogether(
        await overPages(deps, sought, (page) => count(deps, page)),
        counted(FILES, await countImportsNaming(deps.db.db, sought)),
      ),
    erase: async (sought, by) =>
      heldTogether(
        await overPages(deps, sought, (page) => erase(deps, by, page)),
        counted(FILES, await deleteImportsNaming(deps.db.db, sought)),
      ),
  }
}

async function overPages(
  { db: { db } }: Deps,
  { organizationIds, person }: SoughtPerson,
  work: (page: Page) => Promise<HeldData>,
): Promise<HeldData> {
  let held = NOTHING_HELD
  for (const organizationId of organizationIds) {
    for await (const found of invoicesOfPerson(db, { organizationId, person })) {
      held = heldTogether(held, await work({ organizationId, person, found }))
    }
  }
  return held
}

/** Events and mails to an address of the person are counted by their own holder. */
async function count({ db: { db } }: Deps, { organizationId, person, found }: Page): Promise<HeldData> {
  const subjects = found
    .filter(({ email }) => !isPerson(person, { email }))
    .map((invoice) => ({ subject: subjectOf(invoice), address: invoice.email }))
  const notifications = await countNotifications(db, notificationsAbout(organizationId, subjects))
  return heldTogether(counted('invoices', found.length), notifications)
}

async function erase(deps: Deps, by: AuditActor, { found, ...whose }: Page): Promise<HeldData> {
  const invoiceNumbers = found.map(({ invoiceNumber }) => invoiceNumber)
  return eraseInvoices(deps, by, { ...whose, invoiceNumbers })
}
