import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/support/stores/temporary-folder.ts'
import { Spool } from './spool.ts'

async function* pieces(...texts: readonly string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text)
}

async function textOf(bytes: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of bytes) parts.push(part)
  return Buffer.concat(parts).toString()
}

test('a spooled body can be read again and has no file name', async () => {
  const folder = temporaryFolder()
  const spool = new Spool(folder, { freeBytesMin: 0 })

  const spooled = await spool.write(pieces('one', 'two', 'three'))

  expect(readdirSync(folder)).toEqual([])
  expect(await textOf(spooled.read())).toBe('onetwothree')
  expect(await textOf(spooled.read())).toBe('onetwothree')
  await spooled.close()
})

test('a body that fails midway leaves no file', async () => {
  const folder = temporaryFolder()
  const failure = new Error('the sender went away')
  async function* failing(): AsyncGenerator<Buffer> {
    yield Buffer.from('half')
    throw failure
  }

  await expect(new Spool(folder, { freeBytesMin: 0 }).write(failing())).rejects.toBe(failure)
  expect(readdirSync(folder)).toEqual([])
})

test('a body is refused if the disk is nearly full', async () => {
  const spool = new Spool(temporaryFolder(), { freeBytesMin: Number.MAX_SAFE_INTEGER })

  await expect(spool.write(pieces('x'))).rejects.toMatchObject({
    kind: 'unavailable',
    code: 'NO_ROOM',
    retryAfterSeconds: 60,
  })
})

test('files of a killed process are removed at the start', () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'left'), '')
  const spool = new Spool(join(folder, 'spool'))

  spool.empty()
  writeFileSync(join(folder, 'spool', 'left'), 'x')
  spool.empty()

  expect(readdirSync(folder).sort()).toEqual(['left', 'spool'])
  expect(readdirSync(join(folder, 'spool'))).toEqual([])
})
