import type { Column } from '../../kernel/stored-column.ts'

/** Written with the archive. */
export function archivedRow(_columns: readonly Column[]): string {
  return `''`
}
