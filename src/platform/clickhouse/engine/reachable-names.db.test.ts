import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { engineOfThisFile } from '../../../../test/support/temporary-engine.ts'
import { ALLOWED_TABLE_FUNCTIONS, REFUSED_CALLS } from './reachable-names.ts'

const temporary = await engineOfThisFile()

test('every table function of the engine is either known to be harmless or refused', async () => {
  const result = await temporary.client.query({
    query: "SELECT lower(name) AS name FROM system.table_functions WHERE name != 'file'",
    format: 'JSONEachRow',
  })
  const names = (await result.json<{ name: string }>()).map(({ name }) => name)

  const unknown = names.filter(
    (name) => !ALLOWED_TABLE_FUNCTIONS.has(name) && !REFUSED_CALLS.has(name),
  )

  expect(names.length).toBeGreaterThan(20)
  expect(unknown).toEqual([])
})

test.each([
  "SELECT * FROM file('/etc/hostname', 'LineAsString')",
  "SELECT file('/etc/hostname')",
  "SELECT * FROM url('http://127.0.0.1:1/', 'LineAsString')",
  'SELECT * FROM default."/etc/hostname"',
  "SELECT 1 INTO OUTFILE '/var/quittance-never'",
])('%s is refused', async (query) => {
  await expect(temporary.client.command({ query })).rejects.toMatchObject({ code: '497' })
})

test.each([
  'SELECT * FROM "/etc/hostname"',
  "SELECT * FROM '/etc/hostname'",
  "SELECT * FROM numbers(1), '/etc/hostname'",
  "DESCRIBE TABLE '/etc/hostname'",
])('%s finds no table: files have no names here', async (query) => {
  await expect(temporary.client.command({ query })).rejects.toMatchObject({ code: '60' })
})

test('an identifier parameter reaches no file either', async () => {
  for (const t of ['/etc/hostname', 'default./etc/hostname']) {
    const asked = temporary.client.query({
      query: 'SELECT * FROM {t:Identifier}',
      query_params: { t },
    })

    await expect(asked).rejects.toMatchObject({ code: expect.stringMatching(/^(60|497)$/) })
  }
})

test('file() writes and reads below the exports folder', async () => {
  const path = join(temporary.settings.exportsFolder, 'a.csv')

  await temporary.client.command({
    query: `INSERT INTO FUNCTION file('${path}', 'CSV') SELECT number, 'it''s' FROM numbers(2)`,
  })
  const read = await temporary.client.query({
    query: `SELECT * FROM file('${path}', 'CSV', 'a UInt8, b String')`,
    format: 'JSONCompactEachRow',
  })

  expect(readFileSync(path, 'utf8')).toBe('0,"it\'s"\n1,"it\'s"\n')
  expect(await read.json()).toEqual([
    [0, "it's"],
    [1, "it's"],
  ])
})

test('file() follows no link out of the exports folder', async () => {
  const outside = join(temporary.settings.folder, 'outside.csv')
  const link = join(temporary.settings.exportsFolder, 'link.csv')
  symlinkSync(outside, link)

  const written = temporary.client.command({
    query: `INSERT INTO FUNCTION file('${link}', 'CSV') SELECT 1`,
  })

  await expect(written).rejects.toMatchObject({ code: '497' })
  expect(existsSync(outside)).toBe(false)
})
