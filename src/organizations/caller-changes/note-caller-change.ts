import type { Db, Tx } from '../../platform/postgres/database.ts'
import { TransactionFacts } from '../../platform/postgres/transaction-facts.ts'
import { insertCallerChanges } from './caller-change-store.ts'
import type { CallerSubject } from './caller-subject.ts'

const changes = new TransactionFacts<CallerSubject>(insertCallerChanges)

/**
 * Every statement that changes whom requests come from, or what they may do, calls this in its transaction. The change is
 * written last in the transaction, however early it is noted, since its lock is everyone's.
 */
export function noteCallerChange(tx: Tx, subject: CallerSubject): void {
  changes.note(tx, subject)
}

/** Hears of the changes of this process before their actions return. Call the result to stop. */
export function onOwnCallerChange(db: Db, listener: (subjects: readonly string[]) => void): () => void {
  return changes.listen(db, listener)
}
