import { endSessions } from '../../src/organizations/sessions/session-store.ts'
import { ROLES, type Role } from '../../src/organizations/users/role.ts'
import { systemClock } from '../../src/platform/clock/clock.ts'
import { type App, BASE_URL } from '../support/apps/app.ts'
import { aPerson, aSession } from '../support/data/people.ts'
import { idOf, type PartyName } from './parties.ts'

/** A person who has signed in; `fresh` is another one like that, whose sessions a request may end. */
export type Visitor = {
  readonly personId: string
  readonly headers: Readonly<Record<string, string>>
  readonly fresh: () => Promise<Readonly<Record<string, string>>>
}

export type People = {
  /** Each role in the shop. */
  readonly roles: Readonly<Record<Role, Visitor>>
  readonly ofPartner: Visitor
  readonly ofSister: Visitor
  /** The session has ended. */
  readonly signedOut: Visitor
  /** The only membership is disabled. */
  readonly disabled: Visitor
}

export async function createPeople(app: App): Promise<People> {
  const visitor = async (name: PartyName, role: Role, membershipStatus: 'ACTIVE' | 'DISABLED' = 'ACTIVE') => {
    const begin = async () => {
      const person = await aPerson(app, { roles: { [idOf(name)]: role }, membershipStatus })
      const { headers } = await aSession(app, person, { baseUrl: BASE_URL })
      return { personId: person.personId, headers }
    }
    return { ...(await begin()), fresh: async () => (await begin()).headers }
  }
  const roles: [Role, Visitor][] = []
  for (const role of ROLES) roles.push([role, await visitor('shop', role)])
  const signedOut = await visitor('shop', 'owner')
  await app.database.transaction((tx) => endSessions(tx, { personId: signedOut.personId, at: systemClock.now() }))
  return {
    roles: Object.fromEntries(roles) as People['roles'],
    ofPartner: await visitor('partner', 'owner'),
    ofSister: await visitor('sister', 'owner'),
    signedOut,
    disabled: await visitor('shop', 'owner', 'DISABLED'),
  }
}
