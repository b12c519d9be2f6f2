import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { fileResources } from '../../../../test/support/run/file-resources.ts'
import { createTestDatabase } from '../../../../test/support/stores/test-database.ts'
import { Database, type Db } from '../../postgres/database.ts'
import {
  endClaim,
  finalizeResponse,
  findKey,
  insertClaim,
  replaceResponse,
  takeOverClaim,
  writeResponse,
} from './idempotency-store.ts'

const fingerprint = Buffer.from('fingerprint')
const first = Buffer.from('first')
const second = Buffer.from('second')

let db: Db
beforeAll(async () => {
  const database = new Database(await createTestDatabase(), pino({ level: 'silent' }))
  fileResources.defer(() => database.close())
  db = database.db
})

async function aHeldKey() {
  const scope = { organizationId: 'shop1', method: 'POST', path: '/things', key: randomUUID() }
  const quota = { organizationId: 'shop1', bytesMax: undefined }
  const held = { scope, claim: randomUUID(), quota }
  await insertClaim(db, held, { node: 'n1', fingerprint })
  return held
}

/** Each call relies on a look at the row that is out of date by now, and must change nothing. */
describe('an act on an outdated look changes nothing', () => {
  test('a key is not taken over once its response is written', async () => {
    const held = await aHeldKey()
    await writeResponse(db, held, { sealed: first, isFinal: false })

    expect(await takeOverClaim(db, held, { claim: randomUUID(), node: 'n2' })).toBe(false)
  })

  test('a revised response is not finalized as the first', async () => {
    const held = await aHeldKey()
    await writeResponse(db, held, { sealed: first, isFinal: false })
    await replaceResponse(db, held, second)

    expect(await finalizeResponse(db, held, randomUUID())).toBe(false)
    expect((await findKey(db, held.scope))?.sealedAnswer).toEqual(second)
  })

  test('a final response is not revised', async () => {
    const held = await aHeldKey()
    await writeResponse(db, held, { sealed: first, isFinal: false })
    await finalizeResponse(db, held, randomUUID())

    expect(await replaceResponse(db, held, second)).toBe(false)
  })

  test('a claim that was taken over neither responds nor ends', async () => {
    const held = await aHeldKey()
    await takeOverClaim(db, held, { claim: randomUUID(), node: 'n2' })

    expect(await writeResponse(db, held, { sealed: first, isFinal: true })).toBe(false)
    await endClaim(db, held)
    expect(await findKey(db, held.scope)).toMatchObject({ node: 'n2', sealedAnswer: null })
  })

  test('only one taker gets a claim', async () => {
    const held = await aHeldKey()
    const taking = [1, 2, 3].map(() => takeOverClaim(db, held, { claim: randomUUID(), node: 'n2' }))

    expect((await Promise.all(taking)).filter(Boolean)).toHaveLength(1)
  })
})

describe('the end of a claim', () => {
  test('frees a key without a response', async () => {
    const held = await aHeldKey()
    await endClaim(db, held)

    expect(await findKey(db, held.scope)).toBeUndefined()
  })

  test('makes a response final', async () => {
    const held = await aHeldKey()
    await writeResponse(db, held, { sealed: first, isFinal: false })
    await endClaim(db, held)

    expect(await findKey(db, held.scope)).toMatchObject({ node: null, sealedAnswer: first })
  })
})
