import { invoiceCare, REFUSALS, refuseNonMerchant } from '../../invoicing/index.ts'
import type { AuditActor } from '../../kernel/actor.ts'
import { members, valueOrThrow, withDefault } from '../../kernel/reading/reading.ts'
import { given, wholeNumber } from '../../kernel/reading/text-readers.ts'
import { writtenInstant } from '../../kernel/time/time-text.ts'
import { people } from '../../organizations/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { Changes, ChangesQuery, InvoiceId } from './contract.ts'

export type ChangesDeps = {
  readonly database: Pick<Database, 'db'>
  /** Audit entries have the machine's time. */
  readonly machineClock: Clock
}

const CHANGES_MAX = 20
/** Nobody has an editor open for longer. The trail has an index by time alone. */
const LOOKED_BACK = { hours: 7 * 24 }
const QUERY = members({ sinceVersion: withDefault(given(wholeNumber(0, Number.MAX_SAFE_INTEGER)), 0) })

const GET_CHANGES = {
  config: {
    scope: 'invoices:read',
    documentedQuery: ChangesQuery,
    documentedResponses: { 200: Changes, ...REFUSALS },
  },
  schema: {
    operationId: 'getInvoiceChanges',
    summary: 'Read who changed an invoice',
    description: 'For the case that a PUT is refused because someone else changed the invoice in between.',
    tags: ['Portal'],
    params: InvoiceId,
  },
} as const

/** Who changed an invoice lately. */
export function changesRoutes({ database: { db }, machineClock }: ChangesDeps): RoutePlugin {
  return async (app) => {
    app.get('/portal/v1/invoices/:id/changes', GET_CHANGES, async (request) => {
      refuseNonMerchant(request)
      const { sinceVersion } = valueOrThrow(QUERY(request.query, ''))
      const { organizationId } = request.organization
      const { invoice } = await invoiceCare.load(db, { organizationId, invoiceNumber: request.params.id })
      const since = machineClock.now().subtract(LOOKED_BACK)
      const about = { organizationId, since, action: 'invoice', subject: invoiceCare.subjectOf(invoice) }
      const entries = await people.listAudit(db, about, { limit: CHANGES_MAX })
      const changes = entries
        .map(({ details, ...entry }) => ({ ...entry, version: Number(details['version']) }))
        .filter(({ version }) => version > sinceVersion)
      const names = await people.findNames(
        db,
        changes.flatMap(({ actor }) => (actor.kind === 'user' ? [actor.personId] : [])),
      )
      return {
        changes: changes.map(({ version, at, action, actor }) => {
          return { version, at: writtenInstant(at), action, by: { kind: actor.kind, name: nameOf(actor, names) } }
        }),
      }
    })
  }
}

function nameOf(actor: AuditActor, names: ReadonlyMap<string, string>): string | null {
  if (actor.kind === 'user') return names.get(actor.personId) ?? null
  return actor.kind === 'key' ? actor.keyId : null
}
