import type { AuditActor } from '../../kernel/actor.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { newId, newSecret } from '../../platform/secrets/random.ts'
import { invalidLink, issuedLink } from '../links/link.ts'
import { insertLink, spendLink } from '../links/link-store.ts'
import { PasswordHashes } from '../passwords/password-hashes.ts'
import { savePassword } from '../sign-in/account-store.ts'
import { savePersonStatus } from '../sign-in/change-person.ts'
import { type StartedSession, startFor } from '../sign-in/sign-in.ts'
import type { SignInDeps, Visit } from '../sign-in/sign-in-deps.ts'
import { insertMembership } from '../users/membership-store.ts'
import type { Person } from '../users/person.ts'
import { findPersonByEmail, findPersonById, insertPerson } from '../users/person-store.ts'

/** The person that every sandbox begins with. Nobody gets mails at such an address. */
const EMAIL = 'owner@sandbox.example'
const NAME = 'Sandbox owner'
const PASSWORD_BYTES = 15

/** Whether the address is invented: no mail is written to it. */
export function isSandboxPerson(email: string): boolean {
  return email.toLowerCase() === EMAIL
}

export type PortalCredentials = { readonly email: string; readonly password: string }

/**
 * Creates the person of a new sandbox, as an owner of the organizations: of the merchant, so that its invoices are there
 * after signing in, and of the partner, so that its view can be tried, too.
 */
export async function createSandboxPerson(
  tx: Tx,
  { organizationIds, at }: { readonly organizationIds: readonly string[]; readonly at: Temporal.Instant },
): Promise<PortalCredentials | undefined> {
  if ((await findPersonByEmail(tx, EMAIL)) !== undefined) return undefined
  const password = newSecret(PASSWORD_BYTES).toString('base64url')
  const person: Person = {
    ...{ personId: newId(), email: EMAIL, name: NAME, language: undefined, theme: undefined, status: 'ACTIVE' },
    ...{ hasPassword: false, hasCodes: false, createdAt: at, updatedAt: at },
  }
  const { personId } = person
  await insertPerson(tx, person)
  await savePassword(tx, { personId, passwordHash: await new PasswordHashes().hash(password) }, at)
  for (const organizationId of organizationIds) {
    await insertMembership(tx, {
      ...{ organizationId, personId, role: 'owner', status: 'ACTIVE', invitedBy: undefined },
      ...{ createdAt: at, updatedAt: at },
    })
  }
  return { email: EMAIL, password }
}

type LinkDeps = Pick<SignInDeps, 'database' | 'machineClock'>

/** The token of a link that signs the sandbox's person in, once; undefined if there is no such person any more. */
export async function issueSandboxLink({ database, machineClock }: LinkDeps): Promise<string | undefined> {
  const person = await findPersonByEmail(database.db, EMAIL)
  if (person?.status !== 'ACTIVE') return undefined
  const at = machineClock.now()
  const link = issuedLink({ kind: 'sandbox', personId: person.personId, organizationId: undefined }, { at })
  await database.transaction((tx) => insertLink(tx, link))
  return link.token
}

type LinkVisit = Visit & { readonly token: string; readonly deviceCookie: string | undefined }

/** Signs in with the link; refuses one that was used or has expired. */
export async function signInWithSandboxLink(
  { database, machineClock, secrets }: LinkDeps & Pick<SignInDeps, 'secrets'>,
  { token, ...visit }: LinkVisit,
): Promise<StartedSession> {
  const at = machineClock.now()
  return database.transaction(async (tx) => {
    const { personId } = await spendLink(tx, { token, kind: 'sandbox' }, at)
    if ((await findPersonById(tx, personId))?.status !== 'ACTIVE') throw invalidLink()
    return startFor(tx, { secrets }, { ...visit, account: { personId }, isKept: false, at, details: { code: 'link' } })
  })
}

/** Live mode begins without the person whose password is in a file. */
export async function disableSandboxPerson(tx: Tx, by: AuditActor, at: Temporal.Instant): Promise<void> {
  const person = await findPersonByEmail(tx, EMAIL)
  if (person !== undefined) await savePersonStatus(tx, by, { personId: person.personId, status: 'DISABLED', at })
}
