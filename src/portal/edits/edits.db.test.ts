import { beforeAll, expect, test } from 'vitest'
import { BASE_URL, startApp } from '../../../test/support/apps/app.ts'
import { anOrganization, aTester } from '../../../test/support/data/organizations.ts'
import { aPerson, aSession } from '../../../test/support/data/people.ts'
import { sendAs } from '../../../test/support/http/send-request.ts'
import { readPerson } from '../../kernel/person.ts'
import { EDITS_MAX, TEXT_LENGTH_MAX } from './edit.ts'
import { editsHolder } from './edits-holder.ts'

const app = await startApp()
let shop: Awaited<ReturnType<typeof anOrganization>>
beforeAll(async () => {
  await anOrganization(app, 'partner', { type: 'partner' })
  shop = await anOrganization(app, 'shop', { parentId: 'partner' })
  await anOrganization(app, 'other', { parentId: 'partner' })
})

/** A person of the shop who has signed in. */
async function signedIn(organizationId = 'shop') {
  const person = await aPerson(app, { roles: { [organizationId]: 'clerk' } })
  const { headers } = await aSession(app, person, { baseUrl: BASE_URL })
  const call = (method: string, path: string, body?: unknown) =>
    sendAs(app.port, undefined, { method, path: `/portal/v1/edits${path}`, headers, body })
  const at = (about: string, where = 'shop') => `/${encodeURIComponent(about)}?organizationId=${where}`
  return {
    ...person,
    keep: (about: string, text: string, where?: string) => call('PUT', at(about, where), { text }),
    forget: (about: string) => call('DELETE', at(about)),
    texts: async (about: string, where = 'shop') => {
      const { body } = await call('GET', `?organizationId=${where}&about=${encodeURIComponent(about)}`)
      return body.edits.map(({ text }: { text: string }) => text)
    },
  }
}

const textOf = (name: string): string => JSON.stringify({ name })

test('what a person typed is theirs alone, in one organization and one form, until it is forgotten', async () => {
  const [ada, bob, staff] = [await signedIn(), await signedIn(), await signedIn('partner')]
  await ada.keep('invoice:new', textOf('Tanya'))
  await ada.keep('invoice:A 1/2', textOf('Lee'))
  await staff.keep('invoice:new', textOf('Other'), 'other')

  const replaced = await ada.keep('invoice:new', textOf('Tanya Lee'))

  expect(replaced.status).toBe(204)
  expect(await ada.texts('invoice:new')).toEqual([textOf('Tanya Lee')])
  expect(await ada.texts('invoice:A 1/2')).toEqual([textOf('Lee')])
  expect([await bob.texts('invoice:new'), await staff.texts('invoice:new')]).toEqual([[], []])
  expect(await staff.texts('invoice:new', 'other')).toEqual([textOf('Other')])
  await ada.forget('invoice:new')
  expect([await ada.texts('invoice:new'), await ada.texts('invoice:A 1/2')]).toEqual([[], [textOf('Lee')]])
})

test('size and number are bounded, old ones are gone, and keys have none', async () => {
  const ada = await signedIn()
  const wrong = [
    await ada.keep('invoice:new', 'no json'),
    await ada.keep('invoice:new', textOf('x'.repeat(TEXT_LENGTH_MAX))),
    await ada.keep('a'.repeat(61), '{}'),
  ]
  for (let count = 0; count <= EDITS_MAX; count += 1) await ada.keep(`invoice:${count}`, '{}')
  const byKey = await sendAs(app.port, shop, { method: 'GET', path: '/portal/v1/edits?about=invoice:new' })

  expect(wrong.map(({ status }) => status)).toEqual([400, 400, 400])
  expect(byKey.body.reason).toBe('PEOPLE_ONLY')
  expect(await ada.texts('invoice:0')).toEqual([])
  expect(await ada.texts('invoice:1')).toEqual(['{}'])
  await app.database.pool.query(
    `update kept_edits set kept_at = kept_at - interval '31 days' where about = 'invoice:1'`,
  )
  expect(await ada.texts('invoice:1')).toEqual([])
  await ada.keep('invoice:2', '{}')
  const { rows } = await app.database.pool.query(`select from kept_edits where about = 'invoice:1'`)
  expect(rows).toEqual([])
})

test('what names an erased customer is removed, and what a removed person typed goes with the person', async () => {
  const [ada, bob] = [await signedIn(), await signedIn()]
  await ada.keep('invoice:new', textOf('Jane.Doe@example.org'))
  await ada.keep('invoice:7', textOf('joan@example.org'))
  await bob.keep('invoice:8', textOf('joan@example.org'))
  const person = readPerson({ emails: ['jane.doe@example.org'], phones: [], customerIds: [] })
  const sought = { organizationId: 'shop', organizationIds: ['shop'], person }
  const holder = editsHolder({ db: app.database })

  const found = await holder.find(sought)
  const erased = await holder.erase(sought, aTester)
  await app.database.pool.query('delete from persons where person_id = $1', [bob.personId])

  expect([found.counts, erased.counts]).toEqual([{ 'kept edits': 1 }, { 'kept edits': 1 }])
  const { rows } = await app.database.pool.query('select about from kept_edits where person_id = any($1::uuid[])', [
    [ada.personId, bob.personId],
  ])
  expect(rows).toEqual([{ about: 'invoice:7' }])
})
