import { aPerson } from '../../support/data/people.ts'
import type { Row, Thing } from '../row.ts'

const V1 = '/organizations/v1'
const NOBODY = '00000000-0000-4000-8000-000000000000'
const OWN_PAGE = { 'sec-fetch-site': 'same-origin' }

/** Somebody with an open invitation. */
const INVITED: Thing = {
  owners: 'all',
  unknownId: NOBODY,
  make: async (app, { organizationId }) => {
    const roles = { [organizationId]: 'viewer' } as const
    return (await aPerson(app, { roles, membershipStatus: 'INVITED' })).personId
  },
}

const anyone = { scope: 'public', reach: 'own', showsNothing: true } as const
const about = { scope: 'any', people: 'about', reach: 'own', showsNothing: true } as const
const post = (path: string, body?: Readonly<Record<string, unknown>>) => ({
  route: `POST ${V1}${path}`,
  ask: () => ({ path: `${V1}${path}`, headers: OWN_PAGE, ...(body === undefined ? {} : { body }) }),
})

/** Public ones are asked with what nobody has, so that they are refused alike. */
export const SIGN_IN_ROWS: readonly Row[] = [
  { ...anyone, ...post('/sign-in', { email: 'nobody@people.example', password: 'wrong' }), answers: 401 },
  { ...anyone, ...post('/password-resets', { email: 'nobody@people.example' }), answers: 202 },
  { ...anyone, ...post('/password-resets/completion', { token: 'none', password: 'x' }), answers: 410 },
  { ...anyone, ...post('/invitations/details', { token: 'none' }), answers: 410 },
  { ...anyone, ...post('/invitations/acceptance', { token: 'none' }), answers: 410 },
  { ...anyone, route: 'GET /sign-in/link', answers: 303, ask: () => ({ path: '/sign-in/link?token=none' }) },
  {
    ...{ route: `POST ${V1}/invitations`, scope: 'users', reach: 'own', answers: 201, showsNothing: true },
    ask: ({ count }) => ({
      path: `${V1}/invitations`,
      body: { email: `invited${count}@people.example`, role: 'viewer' },
    }),
  },
  {
    ...{ route: `POST ${V1}/invitations/:personId/resend`, scope: 'users', reach: 'own', thing: INVITED },
    showsNothing: true,
    ask: ({ id }) => ({ path: `${V1}/invitations/${id}/resend`, body: {} }),
  },
  { ...about, route: `PATCH ${V1}/profile`, ask: () => ({ path: `${V1}/profile`, body: { name: 'Ada' } }) },
  { ...about, ...post('/profile/password', { currentPassword: 'x', newPassword: 'y' }) },
  { ...about, ...post('/session/confirmation', { password: 'x' }) },
  { ...about, ...post('/profile/codes') },
  { ...about, ...post('/profile/codes/confirmation', { code: '000000' }), answers: 409 },
  { ...about, route: `DELETE ${V1}/profile/codes`, ask: () => ({ path: `${V1}/profile/codes` }), answers: 204 },
]
