import type { AuditEntry } from '../../../src/organizations/audit/audit-entry.ts'
import { recordAudit } from '../../../src/organizations/index.ts'
import { systemClock } from '../../../src/platform/clock/clock.ts'
import type { Database } from '../../../src/platform/postgres/database.ts'
import { aTester } from './organizations.ts'

export const anAuditEntry = (organizationId: string, given: Partial<AuditEntry> = {}): Omit<AuditEntry, 'entryId'> => ({
  organizationId,
  at: systemClock.now(),
  actor: aTester,
  action: 'thing.done',
  subject: 'thing:1',
  details: { count: 1, reason: 'because', isTest: true, nothing: null },
  ...given,
})

/** As many entries as asked for, one after the other, each in a transaction of its own. */
export async function writeEntries(database: Database, organizationId: string, count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    const entry = anAuditEntry(organizationId, { subject: `thing:${number}` })
    await database.transaction((tx) => recordAudit(tx, entry))
  }
}
