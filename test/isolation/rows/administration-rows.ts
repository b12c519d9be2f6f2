import type { Row } from '../row.ts'
import { merchantGroup } from './merchant-group.ts'

const V1 = '/organizations/v1'
const GROUPS = `${V1}/merchant-groups`

const forPeople = { scope: 'organization', people: 'for', reach: 'own', showsNothing: true } as const
const audit = { ...forPeople, scope: 'audit' } as const
const group = { ...forPeople, thing: merchantGroup } as const

/** Routes for the people who run an organization. */
export const ADMINISTRATION_ROWS: readonly Row[] = [
  { ...forPeople, route: `GET ${V1}/settings`, ask: () => ({ path: `${V1}/settings` }) },
  {
    ...{ ...forPeople, route: `PATCH ${V1}/settings` },
    ask: () => ({ path: `${V1}/settings`, body: { hasFraudManagement: true } }),
  },
  { ...audit, route: `GET ${V1}/audit`, ask: () => ({ path: `${V1}/audit` }) },
  { ...audit, route: `GET ${V1}/audit/csv`, ask: () => ({ path: `${V1}/audit/csv` }) },
  { ...audit, route: `GET ${V1}/audit/verification`, ask: () => ({ path: `${V1}/audit/verification` }) },
  { ...forPeople, route: `GET ${V1}/retention`, ask: () => ({ path: `${V1}/retention` }) },
  { ...forPeople, route: `PUT ${V1}/retention`, ask: () => ({ path: `${V1}/retention`, body: { months: 24 } }) },
  { ...forPeople, route: `GET ${V1}/merchants`, ask: () => ({ path: `${V1}/merchants` }) },
  {
    ...{ ...forPeople, route: `POST ${V1}/merchants`, answers: 409 },
    // The shop is a merchant, which has no organizations below it.
    ask: ({ count }) => ({ path: `${V1}/merchants`, body: { merchantId: `below-${count}`, name: 'Below' } }),
    hasNoAudit: true,
  },
  {
    ...{ route: `GET ${GROUPS}`, scope: 'reports:read', reach: 'own', showsNothing: true },
    ask: () => ({ path: GROUPS }),
  },
  {
    ...{ route: `GET ${GROUPS}/:name`, scope: 'reports:read', reach: 'own', thing: merchantGroup },
    ask: ({ id }) => ({ path: `${GROUPS}/${encodeURIComponent(id)}` }),
  },
  {
    ...{ ...forPeople, route: `POST ${GROUPS}`, answers: 201 },
    ask: ({ party, count }) => ({
      path: GROUPS,
      body: { name: `group ${count}`, merchantIds: [party.organizationId] },
    }),
  },
  {
    ...{ ...group, route: `PATCH ${GROUPS}/:name` },
    ask: ({ id, count }) => ({ path: `${GROUPS}/${encodeURIComponent(id)}`, body: { name: `renamed ${count}` } }),
  },
  {
    ...{ ...group, route: `DELETE ${GROUPS}/:name` },
    ask: ({ id }) => ({ path: `${GROUPS}/${encodeURIComponent(id)}` }),
  },
]
