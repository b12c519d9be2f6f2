import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coalesced } from './coalesced.ts'

test('pieces are joined to the least length, the last one aside, and no byte is lost', async () => {
  const pieces = fc.array(fc.uint8Array({ maxLength: 20 }), { maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(pieces, fc.integer({ min: 1, max: 50 }), async (given, bytesMin) => {
      async function* content(): AsyncGenerator<Uint8Array> {
        yield* given
      }

      const joined: Uint8Array[] = []
      for await (const piece of coalesced(content(), bytesMin)) joined.push(piece)

      expect(Buffer.concat(joined)).toEqual(Buffer.concat(given))
      expect(joined.slice(0, -1).every(({ length }) => length >= bytesMin)).toBe(true)
      expect(joined.every(({ length }) => length > 0)).toBe(true)
    }),
  )
})
