import type { Actor } from '../../kernel/actor.ts'
import { recordAudit } from '../../organizations/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { newId } from '../../platform/secrets/random.ts'
import { columnNameOf, type ReportLayout, selectSql } from '../generation/report-layout.ts'
import { layoutOf } from '../generation/report-query.ts'
import { loadScope, type ScopeDeps } from '../generation/report-scope.ts'
import { newReport } from '../reports/new-report.ts'
import { SAMPLE_ROWS } from './contract.ts'
import type { SampleInput } from './read-preview.ts'

export type SampleDeps = ScopeDeps & {
  readonly database: Pick<Database, 'db' | 'transaction'>
  readonly engine: Engine
  readonly clock: Clock
  readonly machineClock: Clock
}

export type SampleRows = {
  readonly columns: readonly { readonly field: string; readonly name: string }[]
  readonly rows: readonly (readonly string[])[]
  readonly hasMore: boolean
}

/** A person waits for it. The engine ends a query that takes longer. */
const SAMPLE_MS_MAX = 10_000

/** Reads the first rows that the report would have, with the values as its file has them. Nothing is stored. */
export async function loadSample(
  deps: SampleDeps,
  organizationId: string,
  { terms, period }: SampleInput,
  signal: AbortSignal,
): Promise<SampleRows> {
  const order = { organizationId, terms, period, reportId: newId(), queuedAt: deps.clock.now() }
  const unowned = { frequency: 'ADHOC', orderedBy: 'preview', rerunOf: undefined, subscriptionId: undefined } as const
  const report = newReport({ ...order, ...unowned }, { hasRoom: true })
  const layout = layoutOf(deps.engine.dialect, report, await loadScope(deps, report))
  const found = await deps.engine.rows<Readonly<Record<string, string>>>(sampleSql(layout), {
    signal,
    timeoutMs: SAMPLE_MS_MAX,
    isPrivate: true,
  })
  const rows = found.map((row) => layout.fields.map((_, index) => row[columnAt(index)] ?? ''))
  return {
    columns: layout.fields.map((field) => ({ field: field.wireName, name: columnNameOf(layout, field) })),
    rows: rows.slice(0, SAMPLE_ROWS),
    hasMore: rows.length > SAMPLE_ROWS,
  }
}

/** Records in the organization's audit trail that records are read, before they are sent. */
export async function auditSample(
  { database, machineClock }: SampleDeps,
  { organizationId, by }: Actor,
  { terms, period }: SampleInput,
): Promise<void> {
  await database.transaction((tx) =>
    recordAudit(tx, {
      organizationId,
      at: machineClock.now(),
      actor: by,
      action: 'report.read',
      subject: `report-sample:${terms.definitionName}`,
      details: { startTime: period.startsAt.toString(), endTime: period.endsAt.toString() },
    }),
  )
}

const columnAt = (index: number): string => `sample_${index}`

function sampleSql(layout: ReportLayout): string {
  const columns = layout.fields.map((field, index) => `${layout.cells.text(field)} as ${columnAt(index)}`)
  return `${selectSql(layout, columns)} limit ${SAMPLE_ROWS + 1}`
}
