import type { Write } from '../../platform/postgres/write-together.ts'
import { recordWrite } from '../../records/index.ts'
import type { PaymentRecord } from './record-fields.ts'

/** Puts records into the outbox, in the transaction of what they describe. */
export function recordWrites(organizationId: string, records: readonly PaymentRecord[]): readonly Write[] {
  return records.map(({ kind, ...record }) => recordWrite(kind, { ...record, organizationId }))
}
