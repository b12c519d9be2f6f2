import { getOrganization } from '../../organizations/index.ts'
import { changeRetention, loadRetention, pruneRecords } from '../../records/index.ts'
import { refusedOption } from '../read-options.ts'
import { type CommandDeps, type CommandOptions, EXIT } from '../run-command.ts'
import { say, sayJson, table } from '../terminal.ts'
import { withPostgres } from '../with-postgres.ts'
import { withStores } from '../with-stores.ts'

export type RetentionOptions = CommandOptions & {
  readonly organization?: string
  readonly months?: string
  readonly default?: boolean
}

/** Shows how long records are kept, or changes it. */
export async function retention(deps: CommandDeps, options: RetentionOptions): Promise<number> {
  const { organization: organizationId, json } = options
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
    if (json) sayJson({ organizationId, months, own: own?.months ?? null })
    else say(`Records of ${organizationId} are kept for ${inMonths(months)}.`)
  } else if (json) sayJson({ months: retentionMonths, organizations: settings })
  else {
    say(`Records are kept for ${inMonths(retentionMonths)}.`)
    const rows = settings.map(({ organizationId: id, months }) => [`  ${id}`, inMonths(months)])
    if (rows.length > 0) say(`\nOf these organizations, and all below them:\n\n${table(rows)}`)
  }
  return EXIT.done
}

function readChange({
  organization,
  months,
  default: isDefault = false,
}: RetentionOptions): { readonly months: number | undefined } | undefined {
  if (months === undefined && !isDefault) return undefined
  if (organization === undefined) {
    throw refusedOption('organization', 'is missing: QUITTANCE_RETENTION_MONTHS is for all others')
  }
  if (months === undefined) return { months: undefined }
  if (isDefault) throw refusedOption('months', 'cannot stand together with --default')
  return { months: /^\d{1,3}$/.test(months) ? Number(months) : 0 }
}

/** Removes what is past its retention. */
export async function prune(deps: CommandDeps, { json }: CommandOptions): Promise<number> {
  const { retentionMonths } = deps.config
  const removed = await withStores(deps, (acting) =>
    pruneRecords({ ...acting, database: acting.db, retentionMonths }, { by: acting.by }),
  )
  if (json) sayJson({ removed })
  else say(removed.length === 0 ? 'Nothing is past its time.' : table(prunedRows(removed)))
  return EXIT.done
}

function prunedRows(removed: Awaited<ReturnType<typeof pruneRecords>>): readonly (readonly string[])[] {
  const head = ['kind', 'month', 'rows', 'what']
  const rows = removed.map(({ kind, month, rows: count, isWhole }) => [
    kind,
    month,
    String(count),
    isWhole ? 'the whole month' : 'those kept for a shorter time',
  ])
  return [head, ...rows]
}

function inMonths(months: number): string {
  return months === 1 ? '1 month' : `${months} months`
}
