import { assert } from '../../kernel/assert.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { enqueue } from '../../platform/queue/enqueue.ts'
import type { ImportKey } from './invoice-import.ts'

/** The queue's job that imports some invoices, and is enqueued again behind those of other organizations. */
export const IMPORT_TURN = 'invoices.import'

export async function enqueueImportTurn(tx: Tx, { organizationId, importId }: ImportKey): Promise<void> {
  await enqueue(tx, {
    ...{ job: IMPORT_TURN, payload: { organizationId, importId } },
    ...{ key: `${IMPORT_TURN} ${importId}`, owner: organizationId },
  })
}

export function readImportTurn(payload: unknown): ImportKey {
  const { organizationId, importId } = payload as Readonly<Record<string, unknown>>
  assert(
    typeof organizationId === 'string' && typeof importId === 'string',
    'A turn carries its organization and its import.',
  )
  return { organizationId, importId }
}
