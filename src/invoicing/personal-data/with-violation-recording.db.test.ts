import { expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { anOrganization, aTester } from '../../../test/support/data/organizations.ts'
import { type CustomFieldAnswer, customFieldClient } from '../../../test/support/http/custom-field-client.ts'
import { listAudit } from '../../organizations/audit/audit-store.ts'
import { suspendOrganization } from '../../organizations/tree/change-organization.ts'
import { findOrganization } from '../../organizations/tree/organization-store.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import { recordViolations } from './record-violations.ts'
import { listViolations } from './violation-store.ts'

const PATH = '/invoicing/v2/Invoice/merchantDefinedFields'
const CARD = '4111111111111111'
const HARMLESS = { fieldType: 'Text', label: 'Table' }
const FORBIDDEN = { ...HARMLESS, label: `Card ${CARD}`, textDefaultValue: '078-05-1120' }

const [tolerant, strict] = [
  await startApp({ with: [customFieldClient] }),
  await startApp({ environment: { QUITTANCE_SUSPEND_ON_VIOLATION: 'true' }, with: [customFieldClient] }),
]

type App = typeof tolerant

async function recorded({ database: { db } }: App, organizationId: string) {
  const limit = 100
  const entries = await listAudit(db, { organizationId }, { limit })
  return {
    violations: await listViolations(db, { organizationId }, { limit }),
    audit: entries.filter(({ action }) => /refused|suspended/.test(action)),
    status: (await findOrganization(db, organizationId))?.status,
  }
}

function expectRefusal(response: CustomFieldAnswer): void {
  expect(response).toMatchObject({
    status: 400,
    body: {
      reason: 'VALIDATION_ERROR',
      message: expect.stringMatching(/card number.*social security number.*was recorded\.$/),
      details: [
        { field: 'label', reason: 'INVALID_DATA' },
        { field: 'textDefaultValue', reason: 'INVALID_DATA' },
      ],
    },
  })
  expect(JSON.stringify(response.body)).not.toMatch(/4111|078-05/)
}

test('personal data is refused and recorded without its value, and nothing else happens', async () => {
  const as = await anOrganization(tolerant, 'shop1')

  const response = await tolerant.ask('POST', PATH, { as, body: FORBIDDEN })

  expectRefusal(response)
  const { violations, audit, status } = await recorded(tolerant, 'shop1')
  const actor = { kind: 'key', organizationId: 'shop1', keyId: as.bearer.keyId }
  expect(violations).toHaveLength(2)
  expect(violations).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ field: 'label', looksLike: 'card number', actor }),
      expect.objectContaining({
        field: 'textDefaultValue',
        looksLike: 'US social security number',
        actor,
      }),
    ]),
  )
  expect(audit).toMatchObject([
    {
      action: 'personal-data.refused',
      actor,
      subject: 'organization:shop1',
      details: {
        findings: 2,
        fields: 'label textDefaultValue',
        looksLike: 'card number, US social security number',
      },
    },
  ])
  expect(JSON.stringify([violations, audit.map(({ details }) => details)])).not.toMatch(/4111|078-05/)
  expect(status).toBe('ACTIVE')
  expect(await tolerant.ask('POST', PATH, { as, body: HARMLESS })).toMatchObject({ status: 200 })
})

test('a change with personal data is refused like a creation', async () => {
  const as = await anOrganization(tolerant, 'shop2')
  await tolerant.ask('POST', PATH, { as, body: HARMLESS })

  const response = await tolerant.ask('PUT', `${PATH}/1`, { as, body: FORBIDDEN })

  expectRefusal(response)
  expect((await recorded(tolerant, 'shop2')).violations).toHaveLength(2)
  expect((await tolerant.ask('GET', PATH, { as })).body).toMatchObject([{ label: 'Table' }])
})

test('a refusal that is replayed for its Idempotency-Key is recorded once', async () => {
  const as = await anOrganization(tolerant, 'shop3')
  const asked = { as, body: FORBIDDEN, headers: { 'idempotency-key': 'once' } }

  const responses = [await tolerant.ask('POST', PATH, asked), await tolerant.ask('POST', PATH, asked)]

  for (const response of responses) expectRefusal(response)
  expect(responses.map(({ isReplayed }) => isReplayed)).toEqual([false, true])
  const { violations, audit } = await recorded(tolerant, 'shop3')
  expect([violations.length, audit.length]).toEqual([2, 1])
})

test('a change of an unknown custom field is 404 and no violation', async () => {
  const as = await anOrganization(tolerant, 'shop4')

  const response = await tolerant.ask('PUT', `${PATH}/1`, { as, body: FORBIDDEN })

  expect(response.status).toBe(404)
  expect((await recorded(tolerant, 'shop4')).violations).toEqual([])
})

test('a violation suspends the organization immediately if the operator has set it', async () => {
  const as = await anOrganization(strict, 'shop1')

  const response = await strict.ask('POST', PATH, { as, body: FORBIDDEN })
  const next = await strict.ask('POST', PATH, { as, body: HARMLESS })
  const read = await strict.ask('GET', PATH, { as })

  expectRefusal(response)
  expect(next).toMatchObject({
    status: 403,
    body: {
      reason: 'ORGANIZATION_SUSPENDED',
      message: expect.stringContaining('Personal data was sent in a field that must not contain any'),
    },
  })
  expect(read).toMatchObject({ status: 200, body: [] })
  const { violations, audit } = await recorded(strict, 'shop1')
  expect(violations).toHaveLength(2)
  expect(audit.map(({ action }) => action).sort()).toEqual(['organization.suspended', 'personal-data.refused'])
})

test('personal data that a partner sends for a merchant is the merchant’s violation', async () => {
  const as = await anOrganization(strict, 'partner', { type: 'partner' })
  await anOrganization(strict, 'shop2', { parentId: 'partner' })

  await strict.ask('POST', `${PATH}?organizationId=shop2`, { as, body: FORBIDDEN })

  const actor = { kind: 'key', organizationId: 'partner' }
  const [ofMerchant, ofPartner] = [await recorded(strict, 'shop2'), await recorded(strict, 'partner')]
  expect(ofMerchant).toMatchObject({ status: 'SUSPENDED', violations: [{ actor }, { actor }] })
  expect(ofMerchant.audit).toHaveLength(2)
  expect(ofPartner).toEqual({ status: 'ACTIVE', violations: [], audit: [] })
})

test('an organization that is already suspended keeps its reason', async () => {
  await anOrganization(strict, 'shop3')
  const actor = { organizationId: 'shop3', by: aTester }
  const deps = { db: strict.database, clock: systemClock, machineClock: systemClock }
  await suspendOrganization(deps, actor, { reason: 'Unpaid' })

  const findings = [{ field: 'label', looksLike: 'card number' }]
  await recordViolations({ ...deps, isSuspendedOnViolation: true }, actor, findings)

  const found = await findOrganization(strict.database.db, 'shop3')
  expect(found).toMatchObject({ status: 'SUSPENDED', statusReason: 'Unpaid' })
  const { violations, audit } = await recorded(strict, 'shop3')
  expect(violations).toHaveLength(1)
  expect(audit.filter(({ action }) => action === 'organization.suspended')).toHaveLength(1)
})

test('a violation and its suspension are stored together or not at all', async () => {
  await anOrganization(strict, 'shop4')
  const failing: Transactions = {
    transaction: (work) =>
      strict.database.transaction(async (tx) => {
        await work(tx)
        throw new Error('lost')
      }),
  }
  const deps = { db: failing, clock: systemClock, machineClock: systemClock }

  const recording = recordViolations(
    { ...deps, isSuspendedOnViolation: true },
    { organizationId: 'shop4', by: aTester },
    [{ field: 'label', looksLike: 'card number' }],
  )

  await expect(recording).rejects.toThrow('lost')
  expect(await recorded(strict, 'shop4')).toEqual({ status: 'ACTIVE', violations: [], audit: [] })
})

test('a violation that cannot be recorded is a 500, and the request can be repeated', async () => {
  const as = await anOrganization(tolerant, 'shop5')
  const asked = { as, body: FORBIDDEN, headers: { 'idempotency-key': 'once' } }
  const { pool } = tolerant.database
  await pool.query('alter table personal_data_violations rename to away')

  const failed = await tolerant.ask('POST', PATH, asked)
  await pool.query('alter table away rename to personal_data_violations')
  const again = await tolerant.ask('POST', PATH, asked)

  expect(failed.status).toBe(500)
  expectRefusal(again)
  expect((await recorded(tolerant, 'shop5')).violations).toHaveLength(2)
})

test('violations are listed newest first, and by time', async () => {
  await anOrganization(tolerant, 'shop6')
  const days = ['2026-03-01', '2026-03-03', '2026-03-02'].map((day) => `${day}T00:00:00Z`)
  for (const day of days) {
    const clock = { now: () => Temporal.Instant.from(day) }
    const deps = {
      db: tolerant.database,
      clock,
      machineClock: clock,
      isSuspendedOnViolation: false,
    }
    const findings = [{ field: day, looksLike: 'card number' }]
    await recordViolations(deps, { organizationId: 'shop6', by: aTester }, findings)
  }
  const list = async (filter: Parameters<typeof listViolations>[1], limit = 10) =>
    (await listViolations(tolerant.database.db, { organizationId: 'shop6', ...filter }, { limit })).map(({ field }) =>
      field.slice(0, 10),
    )
  const march2 = Temporal.Instant.from('2026-03-02T00:00:00Z')

  expect(await list({})).toEqual(['2026-03-03', '2026-03-02', '2026-03-01'])
  expect(await list({}, 1)).toEqual(['2026-03-03'])
  expect(await list({ since: march2 })).toEqual(['2026-03-03', '2026-03-02'])
  expect(await list({ until: march2 })).toEqual(['2026-03-01'])
  expect(await list({ organizationId: 'nobody' })).toEqual([])
})
