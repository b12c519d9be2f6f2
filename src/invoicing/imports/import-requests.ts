import type { FastifyRequest } from 'fastify'
import type { AuditActor } from '../../kernel/actor.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { type ActorName, actorNames } from '../bulk/present.ts'
import { refuseNonMerchant } from '../http/refuse-non-merchant.ts'
import { importNotFound } from './change-import.ts'
import { findImport } from './import-store.ts'
import type { InvoiceImport } from './invoice-import.ts'

export const PATH = '/portal/v1/invoice-imports'

/** The import that a request names, of the merchant that it acts for. */
export async function getFile(db: Db, request: FastifyRequest): Promise<InvoiceImport> {
  refuseNonMerchant(request)
  const { importId } = request.params as { readonly importId: string }
  const file = await findImport(db, { organizationId: request.organization.organizationId, importId })
  if (file === undefined) throw importNotFound()
  return file
}

type Named = Pick<FastifyRequest, 'caller' | 'organization'>

export async function namesFor(
  db: Db,
  { caller, organization }: Named,
  actors: readonly AuditActor[],
): Promise<ActorName> {
  return actorNames(db, actors, { organizationIds: [organization.organizationId, caller.owner.organizationId] })
}

export function actorsOf({ orderedBy, stop }: InvoiceImport): readonly AuditActor[] {
  return [orderedBy, ...(stop?.by === undefined ? [] : [stop.by])]
}
