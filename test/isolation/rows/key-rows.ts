import { createBearerKey } from '../../../src/organizations/credentials/create-key.ts'
import { systemClock } from '../../../src/platform/clock/clock.ts'
import { aTester, testSecrets } from '../../support/data/organizations.ts'
import type { Row, Thing } from '../row.ts'

const KEYS = '/organizations/v1/keys'

/** A key whose label shows whose it is. */
const key: Thing = {
  owners: 'all',
  unknownId: '0123456789abcdef',
  make: async ({ database }, { organizationId, word }) => {
    const deps = { db: database, machineClock: systemClock, secrets: testSecrets }
    const terms = { label: word, scopes: ['ingest'] as const, expiresAt: undefined }
    return (await createBearerKey(deps, { organizationId, by: aTester }, terms)).keyId
  },
}

const forPeople = { scope: 'keys', people: 'for', reach: 'own', showsNothing: true } as const

export const KEY_ROWS: readonly Row[] = [
  { ...forPeople, route: `GET ${KEYS}`, ask: () => ({ path: KEYS }) },
  {
    ...{ ...forPeople, route: `POST ${KEYS}`, answers: 201 },
    ask: ({ count }) => ({ path: KEYS, body: { label: `key ${count}`, scopes: ['ingest'] } }),
  },
  {
    ...{ ...forPeople, route: `POST ${KEYS}/:keyId/rotation`, answers: 201, thing: key },
    ask: ({ id }) => ({ path: `${KEYS}/${id}/rotation`, body: { overlapHours: 1 } }),
  },
  {
    ...{ ...forPeople, route: `POST ${KEYS}/:keyId/revocation`, thing: key },
    ask: ({ id }) => ({ path: `${KEYS}/${id}/revocation`, body: {} }),
  },
]
