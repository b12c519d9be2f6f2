import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileStore } from '../platform/file-store/file-store.ts'
import type { DataFolder } from '../platform/files/data-folder.ts'
import type { Database } from '../platform/postgres/database.ts'
import { countRows } from '../platform/postgres/empty-tables.ts'
import { waitingPayloads } from '../platform/queue/job-list.ts'
import type { SandboxData } from '../platform/stores/sandbox-data.ts'
import { folderOf } from './reports/report-files.ts'
import { type ReportIds, SWEEP_REPORT_FILES } from './reports/report-jobs.ts'
import { findAnyIds } from './retention/report-removal-store.ts'
import { restartSubscriptions } from './subscriptions/restart-subscriptions.ts'

type Deps = {
  readonly db: Database
  readonly reports: FileStore
  readonly folder: Pick<DataFolder, 'exports'>
}

const PAGE_REPORTS = 500

/** Reports and their files. Subscriptions are kept. */
export function reportingSandboxData({ db, reports, folder }: Deps): SandboxData {
  return {
    tables: ['reports'],
    count: async (tx) => ({ reports: await countRows(tx, 'reports') }),
    deleteOutside: async () => {
      // Report by report: a bucket may also have files of another installation.
      for await (const ids of everyReport(db)) await reports.removeBelow(folderOf(ids))
      for (const name of await readdir(folder.exports)) await rm(join(folder.exports, name), { force: true })
    },
    restart: restartSubscriptions,
  }
}

/** Those that have a row, and those whose files a job was still to delete. */
async function* everyReport({ db }: Database): AsyncGenerator<ReportIds> {
  for (const payload of await waitingPayloads(db, SWEEP_REPORT_FILES)) yield payload as ReportIds
  let after: ReportIds | undefined
  do {
    const page: readonly ReportIds[] = await findAnyIds(db, { after, limit: PAGE_REPORTS })
    yield* page
    after = page.at(-1)
  } while (after !== undefined)
}
