import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { expect, test } from 'vitest'
import { testSecrets } from '../../../test/support/data/organizations.ts'
import { temporaryFolder } from '../../../test/support/stores/temporary-folder.ts'
import { readPerson } from '../../kernel/person.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { openPlace } from '../place/open-place.ts'
import { unpackingWith } from '../place/packing.ts'
import { forgetErasures, leaveErasure, readErasures } from './kept-erasures.ts'
import { leaveErasureFor } from './leave-erasure-for.ts'

const at = Temporal.Instant.from('2026-11-18T09:00:00Z')
const person = readPerson({ emails: ['ada@example.org'], phones: [], customerIds: ['7'] })
const subject = { organizationId: 'shop', person }
const identity = await generateIdentity()

const aPlace = () => openPlace(temporaryFolder(), { s3Endpoint: undefined })

async function contentOf(place: Awaited<ReturnType<typeof aPlace>>): Promise<readonly string[]> {
  const texts: string[] = []
  for await (const { key } of place.list('erasures')) texts.push(`${key} ${(await place.read(key)).toString('latin1')}`)
  return texts
}

test('an erasure can be read with the key of the installation alone', async () => {
  const place = await aPlace()
  const other = new (testSecrets.constructor as new (key: Buffer) => typeof testSecrets)(Buffer.alloc(32, 9))

  await leaveErasure({ place, secrets: testSecrets, recipients: [], at }, subject)

  const reading = { place, unpacking: unpackingWith([]), secrets: testSecrets }
  expect(await readErasures(reading)).toEqual([subject])
  expect((await contentOf(place)).join()).not.toContain('ada@')
  await expect(readErasures({ ...reading, secrets: other })).rejects.toThrow('was sealed under another secret key')
})

test('with recipients an erasure can be read with the identity of one of them', async () => {
  const place = await aPlace()
  const recipients = [await identityToRecipient(identity)]

  await leaveErasure({ place, secrets: testSecrets, recipients, at }, subject)

  const reading = { place, unpacking: unpackingWith([identity]), secrets: testSecrets }
  expect(await readErasures(reading)).toEqual([subject])
  expect((await contentOf(place)).join()).not.toContain('ada@')
  await expect(readErasures({ ...reading, unpacking: unpackingWith([]) })).rejects.toThrow('--identity')
})

test('an erasure is forgotten when every backup began a day after it or later', async () => {
  const place = await aPlace()
  await leaveErasure({ place, secrets: testSecrets, recipients: [], at }, subject)

  const early = await forgetErasures(place, { oldest: at.add({ hours: 24 }) })
  const late = await forgetErasures(place, { oldest: at.add({ hours: 24, seconds: 1 }) })

  expect([early, late, (await contentOf(place)).length]).toEqual([0, 1, 0])
})

test('nothing is erased while the place cannot be reached, and the message says why', async () => {
  const file = join(temporaryFolder(), 'a-file')
  writeFileSync(file, 'in the way')
  const config = { backupTo: join(file, 'place'), backupRecipients: [], s3Endpoint: undefined }

  const leaving = leaveErasureFor(config, { secrets: testSecrets, machineClock: systemClock }, subject)

  await expect(leaving).rejects.toThrow(/^Nothing was erased, .*erasures\/.*Run the command again/)
})
