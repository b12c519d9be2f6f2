import { people } from '../../organizations/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { withClient } from '../../platform/postgres/with-client.ts'
import { markRestored } from '../../platform/stores/restored-copy.ts'
import type { Stores } from '../../platform/stores/stores.ts'
import { recordOutbox } from '../../records/index.ts'
import type { Manifest } from '../manifest/manifest.ts'

type Deps = { readonly stores: Stores; readonly machineClock: Clock }

type Settled = {
  readonly manifest: Manifest
  /** The place, as a person writes it. */
  readonly from: string
  /** The moment that PostgreSQL shows. */
  readonly moment: Temporal.Instant
}

/**
 * Makes a restored installation a silent copy, and has what its records may lack delivered again when it is active. Returns
 * sentences about what a person must send again.
 */
export async function settleCopy(
  { stores, machineClock }: Deps,
  { manifest, from, moment }: Settled,
): Promise<readonly string[]> {
  const { database } = stores
  await withClient({ connectionString: stores.ownerUrl() }, (client) =>
    markRestored(client, { at: machineClock.now(), to: moment, from }),
  )
  await database.transaction((tx) => recordOutbox.deliverAgain(tx))
  return uploadsSince(database.db, Temporal.Instant.from(manifest.records.startedAt))
}

const UPLOADS = new Set(['records.uploaded', 'records.imported'])
const LISTED_MAX = 1_000

/** Uploads do not pass through PostgreSQL, so the log cannot bring back those that came after the records were copied. */
async function uploadsSince(db: Db, since: Temporal.Instant): Promise<readonly string[]> {
  const entries = await people.listAudit(db, { action: 'records', since }, { limit: LISTED_MAX })
  const uploads = entries.filter(({ action, details }) => UPLOADS.has(action) && details['accepted'] !== 0)
  const sentences = uploads.map(({ organizationId, at, subject, details }) => {
    const kind = subject.replace(/^kind:/, '')
    return `${String(details['accepted'])} records of kind ${kind} that ${organizationId} uploaded at ${at}: send them again`
  })
  return entries.length < LISTED_MAX
    ? sentences
    : [...sentences, 'further uploads: see "quittance audit list --action records"']
}
