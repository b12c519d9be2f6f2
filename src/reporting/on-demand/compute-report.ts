import type { Actor } from '../../kernel/actor.ts'
import { invalid, refuseContent } from '../../kernel/reading/reading.ts'
import { recordAudit } from '../../organizations/index.ts'
import type { Organization } from '../../organizations/pure.ts'
import { findMerchantIds } from '../reports/merchant-ids.ts'
import type { OnDemandDeps, OnDemandFormat, OnDemandQuery, OnDemandReport } from './responses/on-demand-report.ts'

type Asked = {
  readonly query: unknown
  readonly organization: Organization
  readonly format: OnDemandFormat
}

/** The facts that the audit trail has of a report that is read. */
type Reading = {
  readonly report: Pick<OnDemandReport, 'name'>
  readonly parameters: OnDemandQuery
  readonly format: OnDemandFormat
}

/** Begins to compute the report; undefined without data. */
export async function computeReport(
  deps: OnDemandDeps,
  report: OnDemandReport,
  { query, organization, format }: Asked,
) {
  const parameters = report.read(query)
  const content = await report.respond(deps, {
    query: parameters,
    scope: {
      organizationId: organization.organizationId,
      merchantIds: await merchantIdsOf(deps, organization.organizationId, parameters.groupName),
      window: parameters.window,
      baseUrl: deps.baseUrl,
    },
    organization,
    format,
  })
  return content && { content, reading: { report, parameters, format } }
}

/** Records in the organization's audit trail that the report is read, before the first byte is sent. */
export async function auditReading(
  { database, machineClock }: OnDemandDeps,
  { organizationId, by }: Actor,
  { report, parameters: { window, groupName }, format }: Reading,
): Promise<void> {
  await database.transaction((tx) =>
    recordAudit(tx, {
      organizationId,
      at: machineClock.now(),
      actor: by,
      action: 'report.read',
      subject: `on-demand-report:${report.name}`,
      details: {
        startTime: window.from.toString(),
        endTime: window.to.toString(),
        format,
        ...(groupName === undefined ? {} : { groupName }),
      },
    }),
  )
}

async function merchantIdsOf(
  { database: { db } }: OnDemandDeps,
  organizationId: string,
  groupName: string | undefined,
): Promise<readonly string[]> {
  const merchantIds = await findMerchantIds(db, organizationId, groupName)
  if (merchantIds === undefined) {
    refuseContent([invalid('groupName', 'is not a merchant group of the organization')])
  }
  return merchantIds ?? []
}
