import type { AuditActor } from '../../kernel/actor.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { actorWords } from '../audit/audit-entry.ts'
import { findEmails } from './person-store.ts'

/** Describes actors for people: a person by the address, which the audit trail itself does not contain. */
export async function findActorWords(db: Db, actors: readonly AuditActor[]): Promise<(actor: AuditActor) => string> {
  const personIds = actors.flatMap((actor) => (actor.kind === 'user' ? [actor.personId] : []))
  const emails = personIds.length === 0 ? new Map<string, string>() : await findEmails(db, personIds)
  return (actor) => {
    const email = actor.kind === 'user' ? emails.get(actor.personId) : undefined
    return email === undefined || actor.kind !== 'user' ? actorWords(actor) : `${email} of ${actor.organizationId}`
  }
}
