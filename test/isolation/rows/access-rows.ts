import type { App } from '../../support/apps/app.ts'
import { aPerson } from '../../support/data/people.ts'
import type { Party } from '../parties.ts'
import type { Row, Thing } from '../row.ts'

const USERS = '/organizations/v1/users'
const SESSIONS = '/organizations/v1/sessions'
const SESSION = '/organizations/v1/session'
const RULES = '/organizations/v1/sign-in-rules'
const ORGANIZATIONS = '/organizations/v1/organizations'
const NOBODY = '00000000-0000-4000-8000-000000000000'

const USER: Thing = {
  owners: 'all',
  unknownId: NOBODY,
  make: async (app: App, { organizationId, word }: Party) => {
    const person = await aPerson(app, { name: `${word} Smith`, roles: { [organizationId]: 'viewer' } })
    return person.personId
  },
}

const about = { scope: 'any', people: 'about', reach: 'own', showsNothing: true } as const

export const ACCESS_ROWS: readonly Row[] = [
  { route: `GET ${ORGANIZATIONS}`, scope: 'any', reach: 'below', ask: () => ({ path: ORGANIZATIONS }) },
  { route: `GET ${USERS}`, scope: 'users', reach: 'own', ask: () => ({ path: USERS }) },
  {
    ...{ route: `PATCH ${USERS}/:personId`, scope: 'users', reach: 'own', thing: USER },
    ask: ({ id }) => ({ path: `${USERS}/${id}`, body: { role: 'clerk' } }),
  },
  {
    ...{ route: `DELETE ${USERS}/:personId`, scope: 'users', reach: 'own', thing: USER, answers: 204 },
    showsNothing: true,
    ask: ({ id }) => ({ path: `${USERS}/${id}` }),
  },
  { route: `GET ${RULES}`, scope: 'users', reach: 'own', showsNothing: true, ask: () => ({ path: RULES }) },
  {
    ...{ route: `PUT ${RULES}`, scope: 'users', people: 'for', reach: 'own', showsNothing: true, isForOwners: true },
    hasNoAudit: true,
    ask: () => ({ path: RULES, body: { requiresCodes: false } }),
  },
  { ...about, route: `GET ${SESSION}`, ask: () => ({ path: SESSION }) },
  { ...about, route: `DELETE ${SESSION}`, ask: () => ({ path: SESSION }) },
  { ...about, route: `GET ${SESSIONS}`, ask: () => ({ path: SESSIONS }) },
  { ...about, route: `DELETE ${SESSIONS}/:sessionId`, ask: () => ({ path: `${SESSIONS}/${NOBODY}` }) },
  { ...about, route: `DELETE ${SESSIONS}`, ask: () => ({ path: SESSIONS }) },
]
