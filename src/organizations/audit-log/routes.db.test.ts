import { expect, test } from 'vitest'
import { BASE_URL, startApp } from '../../../test/support/apps/app.ts'
import { signedInPeople } from '../../../test/support/apps/signed-in.ts'
import { anOrganization, aTester } from '../../../test/support/data/organizations.ts'
import { aPerson, aSession } from '../../../test/support/data/people.ts'
import { silentLog } from '../../../test/support/processes/queue-node.ts'
import { recordAudit } from '../audit/audit-store.ts'
import { sealAudit } from '../audit/seal-audit.ts'

const app = await startApp()
const { ask } = signedInPeople(app)
const AUDIT = '/organizations/v1/audit'

/** An organization whose trail has a few entries of one moment, and its owner. */
async function organizationWith(organizationId: string, count: number) {
  await anOrganization(app, organizationId)
  const person = await aPerson(app, {
    ...{ name: 'Ada Lovelace', email: `ada@${organizationId}.example`, roles: { [organizationId]: 'owner' } },
  })
  const at = app.machineClock.now().subtract({ hours: 48 })
  await app.database.transaction(async (tx) => {
    for (let number = 0; number < count; number += 1) {
      const actor = { kind: 'user', organizationId, personId: person.personId } as const
      const details = { number, text: `=${number}` }
      await recordAudit(tx, { organizationId, at, actor, action: 'thing.done', subject: `thing:${number}`, details })
    }
    await recordAudit(tx, {
      ...{ organizationId, at, actor: aTester, action: 'user.invited' },
      ...{ subject: `person:${person.personId}`, details: {} },
    })
  })
  return { person, ...(await aSession(app, person, { baseUrl: BASE_URL })) }
}

test('pages of entries of one moment leave nothing out and show nothing twice', async () => {
  const owner = await organizationWith('paged', 25)
  const subjects: string[] = []
  let next: string | null = ''
  while (next !== null) {
    const before = next === '' ? '' : `&before=${encodeURIComponent(next)}`
    const { body } = await ask(owner, 'GET', `${AUDIT}?action=thing&limit=4${before}`)
    subjects.push(...body.entries.map(({ subject }: { subject: string }) => subject))
    next = body.next
  }

  expect(new Set(subjects).size).toBe(25)
  expect(subjects).toHaveLength(25)
})

test('entries are found by words, by a person’s address and by time, and name people', async () => {
  const owner = await organizationWith('searched', 3)
  const find = async (query: string) => (await ask(owner, 'GET', `${AUDIT}?${query}`)).body.entries
  const [one] = await find('search=THING:2%20done')
  const invited = await find('search=ada@searched.example%20invited')

  expect(one).toMatchObject({
    ...{ action: 'thing.done', subject: 'thing:2', details: { number: '2' } },
    by: { kind: 'user', id: owner.person.personId, name: 'ada@searched.example' },
  })
  expect(invited).toMatchObject([{ action: 'user.invited', subjectName: 'ada@searched.example' }])
  expect(await find('search=lovelace')).toHaveLength(4)
  expect((await find('since=2200-01-01T00:00:00Z')).length).toBe(0)
  expect((await find('search=thing%20nothing')).length).toBe(0)
  expect((await ask(owner, 'GET', `${AUDIT}?since=soon`)).body.details[0].field).toBe('since')
  expect((await ask(owner, 'GET', `${AUDIT}?before=soon`)).body.details[0].field).toBe('before')
})

test('the export has every entry, and nothing that a spreadsheet evaluates', async () => {
  const owner = await organizationWith('exported', 3)
  const { text, headers } = await ask(owner, 'GET', `${AUDIT}/csv?action=thing`)
  const lines = text.trimEnd().split('\n')

  expect(headers['content-disposition']).toMatch(/^attachment; filename="audit-exported-\d{4}-\d\d-\d\d\.csv"/)
  expect(lines).toHaveLength(4)
  expect(lines[1]).toContain('"thing.done","thing:')
  expect(text).not.toMatch(/(?:^|,)"?[=+@]/m)
})

test('a trail is intact, contains its kept head, and shows a change', async () => {
  const owner = await organizationWith('sealed', 3)
  const verify = async (query = '') => (await ask(owner, 'GET', `${AUDIT}/verification${query}`)).body
  await sealAudit({ db: app.database, secrets: app.stores.secrets, log: silentLog })
  const intact = await verify()
  const kept = await verify(`?head=${intact.head}`)
  const reset = await verify(`?head=1:${'0'.repeat(64)}`)
  await app.database.pool.query(
    `update audit_entries set details = '{"number": 7}' where organization_id = 'sealed' and subject = 'thing:1'`,
  )
  const broken = await verify()

  expect(intact).toMatchObject({ isIntact: true, problemCount: 0, head: expect.stringMatching(/^\d+:[0-9a-f]{64}$/) })
  expect([kept.isIntact, reset.isIntact]).toEqual([true, false])
  expect(broken).toMatchObject({ isIntact: false, problemCount: 1, problems: [{ kind: 'not-as-sealed' }] })
})
