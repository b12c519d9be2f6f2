import { expect, test } from 'vitest'
import { partsOf } from './parts-of.ts'

async function* pieces(...texts: readonly string[]): AsyncGenerator<Uint8Array, void, undefined> {
  for (const text of texts) yield Buffer.from(text)
}

async function textsOf(parts: AsyncIterable<Buffer>): Promise<readonly string[]> {
  const texts: string[] = []
  for await (const part of parts) texts.push(part.toString())
  return texts
}

test.each([
  { given: [], parts: [] },
  { given: ['', ''], parts: [] },
  { given: ['ab'], parts: ['ab'] },
  { given: ['a', 'bc'], parts: ['abc'] },
  { given: ['ab', 'cd', 'e'], parts: ['abc', 'de'] },
  { given: ['abcdefghij', 'kl'], parts: ['abc', 'def', 'ghi', 'jkl'] },
])('$given is divided into parts of three', async ({ given, parts }) => {
  expect(await textsOf(partsOf(pieces(...given), 3))).toEqual(parts)
})
