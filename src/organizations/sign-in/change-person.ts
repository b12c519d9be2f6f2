import type { AuditActor } from '../../kernel/actor.ts'
import { refuseInvalid } from '../../kernel/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { deleteLinks } from '../links/link-store.ts'
import { endSessions } from '../sessions/session-store.ts'
import type { Person } from '../users/person.ts'
import { lockPerson, savePerson } from '../users/person-store.ts'
import { recordPersonAudit } from '../users/record-person-audit.ts'
import type { SignInDeps } from './sign-in-deps.ts'
import { tellOf } from './tell-person.ts'

type Deps = Pick<SignInDeps, 'database' | 'machineClock'>

type ProfileChanges = {
  readonly name?: string
  readonly language?: string | undefined
  readonly theme?: Person['theme']
}

const NAME_LENGTH_MAX = 100

/** Changes what a person decides alone; members that are left out stay as they are. */
export async function changeProfile(deps: Deps, personId: string, changes: ProfileChanges): Promise<Person> {
  const name = changes.name?.trim()
  const isBad = name !== undefined && (name === '' || name.length > NAME_LENGTH_MAX)
  refuseInvalid('The profile', isBad ? [{ field: 'name', reason: `must have 1 to ${NAME_LENGTH_MAX} characters` }] : [])
  const at = deps.machineClock.now()
  return deps.database.transaction(async (tx) => {
    const before = await lockPerson(tx, personId)
    const after: Person = { ...before, ...changes, ...(name === undefined ? {} : { name }), updatedAt: at }
    await savePerson(tx, after)
    if (after.name !== before.name) await recordPersonAudit(tx, { personId, at, action: 'person.renamed' })
    return after
  })
}

/** Lets a person sign in no longer, or again. Sessions and links end with immediate effect. */
export async function setPersonStatus(
  deps: Deps & Pick<SignInDeps, 'tellPerson'>,
  by: AuditActor,
  { personId, status }: Pick<Person, 'personId' | 'status'>,
): Promise<Person> {
  const at = deps.machineClock.now()
  return deps.database.transaction(async (tx) => {
    const before = await lockPerson(tx, personId)
    if (before.status === status) return before
    const visit = undefined
    if (status === 'DISABLED') await tellOf(tx, deps.tellPerson, { kind: 'access-ended', personId, at, visit })
    return savePersonStatus(tx, by, { personId, status, at })
  })
}

/** The same in the caller's transaction, without a mail to the person. */
export async function savePersonStatus(
  tx: Tx,
  by: AuditActor,
  { personId, status, at }: Pick<Person, 'personId' | 'status'> & { readonly at: Temporal.Instant },
): Promise<Person> {
  const before = await lockPerson(tx, personId)
  if (before.status === status) return before
  const after: Person = { ...before, status, updatedAt: at }
  await savePerson(tx, after)
  if (status === 'DISABLED') {
    await endSessions(tx, { personId, at })
    await deleteLinks(tx, { personId, kind: 'reset' })
  }
  const action = status === 'DISABLED' ? 'person.disabled' : 'person.enabled'
  await recordPersonAudit(tx, { personId, at, action, by })
  return after
}

/** Ends all sessions of a person; returns how many there were. */
export async function endAllSessions(deps: Deps, by: AuditActor, personId: string): Promise<number> {
  const at = deps.machineClock.now()
  return deps.database.transaction(async (tx) => {
    const ended = await endSessions(tx, { personId, at })
    await recordPersonAudit(tx, { personId, at, action: 'person.sessions-ended', by, details: { ended } })
    return ended
  })
}
