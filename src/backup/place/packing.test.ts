import { generateIdentity, identityToRecipient } from 'age-encryption'
import { expect, test } from 'vitest'
import { packingFor, unpackingWith } from './packing.ts'

const content = Buffer.from('a page of the books '.repeat(1_000))

async function aKey() {
  const identity = await generateIdentity()
  return { identity, recipient: await identityToRecipient(identity) }
}

test('objects without recipients are compressed, and unpack without an identity', async () => {
  const { pack, suffix } = packingFor([])
  const packed = await pack(content)

  expect(suffix).toBe('.zst')
  expect(packed.length).toBeLessThan(content.length / 10)
  expect(await unpackingWith([]).unpack('objects/ab/ab.zst', packed)).toEqual(content)
})

test('objects for recipients open with the key of any of them, and with no other', async () => {
  const [first, second, stranger] = [await aKey(), await aKey(), await aKey()]
  const { pack, suffix } = packingFor([first.recipient, second.recipient])
  const packed = await pack(content)
  const key = `objects/ab/ab${suffix}`

  expect(key).toBe('objects/ab/ab.zst.age')
  expect(Buffer.from(packed).includes('a page of the books')).toBe(false)
  for (const { identity } of [first, second])
    expect(await unpackingWith([identity]).unpack(key, packed)).toEqual(content)
  await expect(unpackingWith([stranger.identity]).unpack(key, packed)).rejects.toThrow(
    `${key} is encrypted for another key`,
  )
  await expect(unpackingWith([]).unpack(key, packed)).rejects.toThrow(`${key} is encrypted: name the file`)
})

test('a flipped bit anywhere in an object is noticed, and the message names the object', async () => {
  const { identity, recipient } = await aKey()
  for (const recipients of [[], [recipient]]) {
    const { pack, suffix } = packingFor(recipients)
    const packed = await pack(content)
    const key = `objects/ab/ab${suffix}`
    for (const position of [0, packed.length >> 1, packed.length - 1]) {
      const flipped = Buffer.from(packed)
      flipped[position] = (flipped[position] ?? 0) ^ 1
      const unpacked = await unpackingWith([identity])
        .unpack(key, flipped)
        .catch((error: Error) => error.message)
      if (typeof unpacked === 'string') expect(unpacked).toContain(`${key} is`)
      // A bit of zstd's frame header may mean nothing; the SHA-256 of the file decides in the end.
      else expect(unpacked).toEqual(content)
    }
  }
})

test('something else than a key is refused, and a secret key is not repeated', () => {
  expect(() => packingFor(['age1wrong'])).toThrow('"age1wrong" is not an age recipient')
  expect(() => unpackingWith(['AGE-SECRET-KEY-1WRONG'])).toThrow(/^The identity is not one of age/)
})
