import { withClient } from '../../platform/postgres/with-client.ts'
import { waitUntil } from '../../platform/processes/wait-until.ts'

const LAST_SEGMENT_MS_MAX = 10_000

/** Has PostgreSQL archive the segment that it is writing. The role of the service may not do that. */
export async function archiveRest(ownerUrl: string): Promise<void> {
  await withClient({ connectionString: ownerUrl, connectionTimeoutMillis: LAST_SEGMENT_MS_MAX }, async (client) => {
    // Without changes since the last segment there is nothing to end, and the one before is named.
    const { rows } = await client.query<{ last: string; mode: string }>(
      `select pg_walfile_name(pg_switch_wal() - 1) as last, current_setting('archive_mode') as mode`,
    )
    const { last = '', mode } = rows[0] ?? {}
    if (mode === 'off') return
    await waitUntil(
      async () => {
        const { rows: found } = await client.query<{ is_archived: boolean }>(
          'select last_archived_wal >= $1 as is_archived from pg_stat_archiver',
          [last],
        )
        return found[0]?.is_archived === true ? true : undefined
      },
      { withinMs: LAST_SEGMENT_MS_MAX },
    )
  })
}
