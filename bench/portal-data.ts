import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  bearerKeyIn,
  benchFolder,
  merchantIdIn,
  postgresUrlIn,
  removeFolder,
  startBenchService,
} from './bench-service.ts'
import { seedInvoices } from './seed-invoices.ts'
import { SIZES } from './sizes.ts'

export const PORTAL_INVOICES = SIZES.portalInvoices

/** A running service whose merchant has the invoices of the portal's bench. */
export type PortalService = {
  readonly folder: string
  readonly url: string
  readonly pid: number
  readonly organizationId: string
  /** A bearer key of the merchant. */
  readonly key: string
}

/** Written when all invoices are there. */
const MARK = 'bench-portal-filled'

/**
 * Runs the work beside a service with a million invoices of one merchant. Filling takes minutes: with
 * BENCH_PORTAL_FOLDER the data folder is kept and filled only once.
 */
export async function withPortalService<T>(work: (service: PortalService) => Promise<T>): Promise<T> {
  const { portalFolder: kept } = SIZES
  if (kept !== undefined) mkdirSync(kept, { recursive: true })
  const folder = kept ?? benchFolder()
  const service = await startBenchService(folder)
  try {
    const organizationId = merchantIdIn(folder)
    if (!existsSync(join(folder, MARK))) {
      await seedInvoices(postgresUrlIn(folder), { organizationId, count: PORTAL_INVOICES })
      writeFileSync(join(folder, MARK), String(PORTAL_INVOICES))
    }
    const { url, pid } = service
    return await work({ folder, url, pid, organizationId, key: bearerKeyIn(folder) })
  } finally {
    await service.stop()
    if (kept === undefined) removeFolder(folder)
  }
}
