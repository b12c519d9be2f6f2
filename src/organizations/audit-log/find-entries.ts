import type { Db } from '../../platform/postgres/database.ts'
import { type AuditFilter, type ListedEntry, listAudit } from '../audit/audit-store.ts'
import { findKeyLabels } from '../credentials/credential-store.ts'
import { findEmails, findPersonIdsByWord } from '../users/person-store.ts'

type Search = Omit<AuditFilter, 'words' | 'organizationId'> & {
  readonly organizationId: string
  readonly words: readonly string[]
}

/** An entry with the names of people and keys, which the trail itself does not contain. */
export type NamedEntry = ListedEntry & { readonly byName: string | undefined; readonly subjectName: string | undefined }

/** A word that is in a person's name or address finds entries by the person and about the person. */
export async function findEntries(
  db: Db,
  { words, ...filter }: Search,
  { limit }: { readonly limit: number },
): Promise<readonly NamedEntry[]> {
  const { organizationId } = filter
  const sought = await Promise.all(
    words.map(async (word) => ({ word, personIds: await findPersonIdsByWord(db, { organizationId, word }) })),
  )
  return withNames(db, await listAudit(db, { ...filter, words: sought }, { limit, isPaged: true }))
}

async function withNames(db: Db, entries: readonly ListedEntry[]): Promise<readonly NamedEntry[]> {
  const subjects = entries.flatMap(({ subject }) => personIn(subject) ?? [])
  const actors = entries.flatMap(({ actor }) => (actor.kind === 'user' ? [actor.personId] : []))
  const keyIds = entries.flatMap(({ actor }) => (actor.kind === 'key' ? [actor.keyId] : []))
  const [emails, labels] = await Promise.all([findEmails(db, [...subjects, ...actors]), findKeyLabels(db, keyIds)])
  return entries.map((entry) => {
    const { actor, subject } = entry
    const byName =
      actor.kind === 'user' ? emails.get(actor.personId) : actor.kind === 'key' ? labels.get(actor.keyId) : undefined
    return { ...entry, byName, subjectName: emails.get(personIn(subject) ?? '') }
  })
}

const PERSON = /^person:([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/

function personIn(subject: string): string | undefined {
  return PERSON.exec(subject)?.[1]
}
