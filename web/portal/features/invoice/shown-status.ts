// pure
import type { ShownStatus } from '../../../../src/kernel/wording/status-words.ts'

const OWED: readonly string[] = ['CREATED', 'SENT', 'PARTIAL']

/** The status as people read it. An invoice is overdue from the day after its due date. */
export function shownStatusOf(status: string, dueDate: string, today: string): ShownStatus {
  if (OWED.includes(status) && dueDate < today) return 'OVERDUE'
  if (status === 'CREATED' || status === 'SENT') return 'OPEN'
  return status as ShownStatus
}
