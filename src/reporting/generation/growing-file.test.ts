import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/support/stores/temporary-folder.ts'
import { growingFile } from './growing-file.ts'

test('a growing file is read until its writer is done, in chunks of any size', async () => {
  const file = join(temporaryFolder(), 'growing')
  writeFileSync(file, 'head\n')
  const pieces = Array.from({ length: 50 }, (_, index) => `${index},`.repeat(1_000 * (index % 7)))
  let isDone = false
  let looks = 0
  const read: Buffer[] = []

  for await (const chunk of growingFile(file, () => isDone)) {
    read.push(Buffer.from(chunk))
    const piece = pieces[looks]
    looks += 1
    if (piece !== undefined) appendFileSync(file, `${piece}\n`)
    else isDone = true
  }

  expect(Buffer.concat(read).toString()).toBe(`head\n${pieces.map((piece) => `${piece}\n`).join('')}`)
})
