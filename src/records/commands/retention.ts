import { getOrganization } from '../../organizations/index.ts'
import { refusedOption } from '../../platform/command-line/read-options.ts'
import type { CommandDeps, Output } from '../../platform/command-line/run-command.ts'
import { table } from '../../platform/command-line/terminal.ts'
import { withPostgres, withRecordsToChange } from '../../platform/command-line/with-stores.ts'
import type { PlatformConfig } from '../../platform/config/config.ts'
import { changeRetention } from '../retention/change-retention.ts'
import { pruneRecords } from '../retention/prune-records.ts'
import { loadRetention } from '../retention/retention-store.ts'

export type RecordsConfig = PlatformConfig & { readonly retentionMonths: number }

type RetentionOptions = {
  readonly organization?: string
  readonly months?: string
  readonly default?: boolean
}

/** Shows how long records are kept, or changes it. */
export async function retention(deps: CommandDeps<RecordsConfig>, options: RetentionOptions): Promise<Output> {
  const { organization: organizationId } = options
  const change = readChange(options)
  const { retentionMonths } = deps.config
  const { settings, monthsOf, path } = await withPostgres(deps, async (acting) => {
    const { db } = acting.db
    if (change !== undefined && organizationId !== undefined) {
      await changeRetention(acting, { organizationId, by: acting.by }, change)
    }
    const own = organizationId === undefined ? undefined : await getOrganization(db, organizationId)
    return { ...(await loadRetention(db, retentionMonths)), path: own?.path }
  })
  if (path !== undefined) {
    const months = monthsOf(path)
    const own = settings.find((setting) => setting.organizationId === organizationId)
    return {
      json: { organizationId, months, own: own?.months ?? null },
      text: `Records of ${organizationId} are kept for ${inMonths(months)}.`,
    }
  }
  const rows = settings.map(({ organizationId: id, months }) => [`  ${id}`, inMonths(months)])
  const exceptions = rows.length === 0 ? '' : `\n\nExceptions, each with all organizations below it:\n\n${table(rows)}`
  return {
    json: { months: retentionMonths, organizations: settings },
    text: `Records are kept for ${inMonths(retentionMonths)}.${exceptions}`,
  }
}

function readChange({
  organization,
  months,
  default: isDefault = false,
}: RetentionOptions): { readonly months: number | undefined } | undefined {
  if (months === undefined && !isDefault) return undefined
  if (organization === undefined) {
    throw refusedOption('organization', 'is required: QUITTANCE_RETENTION_MONTHS sets the retention of all others')
  }
  if (months === undefined) return { months: undefined }
  if (isDefault) throw refusedOption('months', 'cannot be combined with --default')
  return { months: /^\d{1,3}$/.test(months) ? Number(months) : 0 }
}

/** Removes records past their retention. */
export async function prune(deps: CommandDeps<RecordsConfig>): Promise<Output> {
  const { retentionMonths } = deps.config
  const removed = await withRecordsToChange(deps, (acting) =>
    pruneRecords({ ...acting, database: acting.db, retentionMonths }, { by: acting.by }),
  )
  return {
    json: { removed },
    text: removed.length === 0 ? 'No records are past their retention.' : table(prunedRows(removed)),
  }
}

function prunedRows(removed: Awaited<ReturnType<typeof pruneRecords>>): readonly (readonly string[])[] {
  const header = ['kind', 'month', 'rows', 'what']
  const rows = removed.map(({ kind, month, rows: count, isWhole }) => [
    kind,
    month,
    String(count),
    isWhole ? 'the whole month' : 'records with a shorter retention',
  ])
  return [header, ...rows]
}

function inMonths(months: number): string {
  return months === 1 ? '1 month' : `${months} months`
}
