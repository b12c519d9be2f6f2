import type { Db } from '../../platform/postgres/database.ts'
import { waitUntil } from '../../platform/processes/wait-until.ts'
import { findHandOver } from './outbox-store.ts'

/** How long a request waits for the first hand-over of its mail, by the machine's clock. */
const FIRST_HAND_OVER_MS_MAX = 5_000
const ASK_EVERY_MS = 20

/** Waits for the first attempt to hand a mail over, some seconds at most; returns whether the server refused it for good. */
export async function isRefusedAtOnce(
  db: Db,
  key: { readonly organizationId: string; readonly mailId: string },
): Promise<boolean> {
  const state = await waitUntil(() => findHandOver(db, key), {
    withinMs: FIRST_HAND_OVER_MS_MAX,
    everyMs: ASK_EVERY_MS,
  })
  return state === 'refused'
}
