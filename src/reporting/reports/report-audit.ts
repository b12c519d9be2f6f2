import type { Actor } from '../../kernel/actor.ts'
import { recordAudit } from '../../organizations/index.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Report } from './report.ts'

type AuditNote = {
  readonly at: Temporal.Instant
  readonly action: 'report.ordered' | 'report.canceled' | 'report.rerun'
  readonly report: Report
}

/** Records an action on a report in the organization's audit trail. */
export async function auditReport(tx: Tx, actor: Actor, { at, action, report }: AuditNote): Promise<void> {
  const { reportId, terms, rerunOf } = report
  await recordAudit(tx, {
    organizationId: report.organizationId,
    at,
    actor: actor.by,
    action,
    subject: `report:${reportId}`,
    details: {
      reportName: terms.reportName,
      reportDefinitionName: terms.definitionName,
      ...(rerunOf === undefined ? {} : { rerunOf }),
    },
  })
}
