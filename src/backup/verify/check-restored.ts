import { invoiceCare } from '../../invoicing/index.ts'
import { auditSealing } from '../../organizations/index.ts'
import { paymentCare } from '../../payments/index.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { SandboxClock } from '../../platform/clock/sandbox-clock.ts'
import type { PlatformConfig } from '../../platform/config/config.ts'
import type { Logger } from '../../platform/log/log.ts'
import { findMode } from '../../platform/stores/installation-mode.ts'
import { openStores, type Stores } from '../../platform/stores/stores.ts'
import { verifyNewestReports } from '../../reporting/index.ts'
import type { Check } from './check.ts'
import { checkRecords, checkReportSums } from './check-records.ts'
import { compareBalances } from './compare-balances.ts'

/** Each is generated again from the restored records. */
const REPORTS_MAX = 20

type Config = PlatformConfig & { readonly agingLookBackDays: number; readonly retentionMonths: number }

/** Checks a restored installation: its trails, its newest reports, and its money. */
export async function checkRestored({
  config,
  log,
}: {
  readonly config: Config
  readonly log: Logger
}): Promise<readonly Check[]> {
  const stores = await openStores(config, log)
  try {
    const { database } = stores
    const isSandbox = (await findMode(database.db)) === 'sandbox'
    const clock = isSandbox ? await SandboxClock.open({ database }) : systemClock
    const deps = { stores, clock, config, log }
    return [
      await checkTrails(stores),
      await checkReports(stores, config),
      await checkReportSums(deps),
      await checkBalances(stores),
      // The last one, since it adds records that waited.
      await checkRecords(deps),
    ]
  } finally {
    await stores.close()
  }
}

async function checkTrails({ database, secrets }: Stores): Promise<Check> {
  const trails = await auditSealing.verify({ db: database, secrets })
  const broken = trails.filter(({ problemCount }) => problemCount > 0).map(({ organizationId }) => organizationId)
  return {
    name: 'audit trails',
    isPassed: broken.length === 0,
    message: broken.length === 0 ? `${trails.length} intact` : `NOT intact: ${broken.join(', ')}`,
  }
}

/** A report may differ for good reasons, such as a correction since; its file may not. */
async function checkReports(stores: Stores, { baseUrl, agingLookBackDays }: Config): Promise<Check> {
  const exportsFolder = stores.folder.exports
  const deps = { ...stores, reports: stores.files, exportsFolder, baseUrl, agingLookBackDays }
  const verified = await verifyNewestReports(deps, REPORTS_MAX)
  const damaged = verified.filter(({ file }) => file !== 'intact')
  const unexplained = verified.filter(({ isReproduced, changes }) => !isReproduced && changes.length === 0)
  const wrong = [...new Set([...damaged, ...unexplained])].map(({ report }) => report.reportId)
  return {
    name: 'reports',
    isPassed: wrong.length === 0,
    message:
      wrong.length === 0
        ? `the newest ${verified.length} have their files, and the records that these are made of`
        : `NOT as they were made: ${wrong.join(', ')}`,
  }
}

async function checkBalances({ database: { db } }: Stores): Promise<Check> {
  const { invoices, differences, named } = await compareBalances(
    invoiceCare.paidAmounts(db),
    paymentCare.receivedAmounts(db),
  )
  return {
    name: 'balances',
    isPassed: differences === 0,
    message:
      differences === 0
        ? `total less payments on each of ${invoices} invoices with payments`
        : `${differences} of ${invoices} invoices with payments differ: ${named.join(', ')}`,
  }
}
