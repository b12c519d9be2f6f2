import { invoicesHolder } from '../invoicing/index.ts'
import type { PersonalDataHolder } from '../kernel/personal-data.ts'
import { notificationHolders } from '../notifications/index.ts'
import { keptAnswersHolder } from '../organizations/index.ts'
import { paymentsHolder } from '../payments/index.ts'
import { recordsHolder } from '../records/index.ts'
import { reportsHolder } from '../reporting/index.ts'

type Deps = Parameters<typeof paymentsHolder>[0] &
  Parameters<typeof invoicesHolder>[0] &
  Parameters<typeof notificationHolders>[0] &
  Parameters<typeof recordsHolder>[0] &
  Parameters<typeof keptAnswersHolder>[0] &
  Parameters<typeof reportsHolder>[0]

/** All holders of personal data, in the order of erasure. */
export function personalDataHolders(deps: Deps): readonly PersonalDataHolder[] {
  return [
    // Before the invoices, which say whose payments they are.
    paymentsHolder(deps),
    invoicesHolder(deps),
    ...notificationHolders(deps),
    recordsHolder(deps),
    keptAnswersHolder(deps),
    reportsHolder(deps),
  ]
}
