import type { AuditActor } from '../../kernel/actor.ts'
import { people } from '../../organizations/index.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { InvoiceJob } from './invoice-job.ts'

type Mails = { readonly count: number; readonly heldUntil: Temporal.Instant | undefined }
export type ActorName = (actor: AuditActor) => { readonly kind: AuditActor['kind']; readonly name?: string }
type Shown = { readonly nameOf: ActorName; readonly mails?: Mails }

/** Who acted, for the people of an organization: those of organizations above it are not named. */
export async function actorNames(
  db: Db,
  actors: readonly AuditActor[],
  { organizationIds }: { readonly organizationIds: readonly string[] },
): Promise<ActorName> {
  const isNamed = (actor: AuditActor) => !('organizationId' in actor) || organizationIds.includes(actor.organizationId)
  const wordsOf = await people.findActorWords(db, actors.filter(isNamed))
  return (actor) => ({ kind: actor.kind, ...(isNamed(actor) ? { name: wordsOf(actor) } : {}) })
}

export function presentJob(job: InvoiceJob, { nameOf, mails }: Shown) {
  const { jobId, action, status, orderedBy, createdAt, endedAt, total, done, failed, stop } = job
  return {
    jobId,
    action,
    status,
    orderedBy: nameOf(orderedBy),
    createdDate: createdAt.toString(),
    ...(endedAt === undefined ? {} : { endedDate: endedAt.toString() }),
    invoices: { total, done, failed, waiting: total - done - failed },
    ...(stop === undefined ? {} : { stop: presentStop(stop, nameOf) }),
    ...(mails === undefined || mails.count === 0 ? {} : { mails: presentMails(mails) }),
  }
}

export function presentStop({ reason, message, by }: NonNullable<InvoiceJob['stop']>, nameOf: ActorName) {
  return { reason, message, ...(by === undefined ? {} : { by: nameOf(by) }) }
}

export function presentMails({ count, heldUntil }: Mails) {
  return { waiting: count, ...(heldUntil === undefined ? {} : { resumeDate: heldUntil.toString() }) }
}

/** The people and keys that jobs name. */
export function actorsOf(jobs: readonly InvoiceJob[]): readonly AuditActor[] {
  return jobs.flatMap(({ orderedBy, stop }) => [orderedBy, ...(stop?.by === undefined ? [] : [stop.by])])
}
