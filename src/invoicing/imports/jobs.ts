import type { JobHandlers } from '../../platform/queue/queue.ts'
import { IMPORT_TURN, readImportTurn } from './import-turn.ts'
import { type ImportDeps, runImport } from './run-import.ts'

/** The turns of imports. */
export function importTurns(deps: ImportDeps): JobHandlers {
  return { [IMPORT_TURN]: (payload, signal) => runImport(deps, readImportTurn(payload), signal) }
}
