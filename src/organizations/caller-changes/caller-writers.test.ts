import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** A remembered caller consists of rows of these. */
const TABLES = ['credentials', 'organizations', 'memberships', 'sessions', 'persons']
const WRITES = new RegExp(`(?:insert into|update|delete from|truncate|merge into) (?:${TABLES.join('|')})\\b`, 'i')
const FUNCTIONS = /^(?=(?:export )?(?:async )?function )/m

/** They write to these tables and need not say so. */
const EXEMPT: Readonly<Record<string, string>> = {
  insertCredential: 'a new key is not remembered yet',
  insertOrganization: 'a new organization is not remembered yet, and has nothing below it',
  insertPerson: 'a new person has no session yet',
  insertSession: 'a new session is not remembered yet',
  saveLastUse: 'when a key was last used decides nothing',
  saveLastSeen: 'a session only lasts longer by it',
  removeOldSessions: 'they ended months ago',
  deleteOldSessions: 'they ended months ago',
  spendStep: 'the last code is not remembered',
  saveCodesSecret: 'a secret counts only once it was confirmed',
}

function sourcesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
}

const writers = sourcesBelow('src')
  .flatMap((source) => source.split(FUNCTIONS))
  .filter((part) => WRITES.test(part.replaceAll(/\s+/g, ' ')))
  .map((part) => ({
    name: /function (\w+)/.exec(part)?.[1] ?? part.slice(0, 80),
    isNoted: part.includes('noteCallerChange(tx, '),
  }))

test('every function that changes callers notes it in its transaction', () => {
  const forgetful = writers.filter(({ name, isNoted }) => !isNoted && EXEMPT[name] === undefined)

  expect(forgetful.map(({ name }) => name)).toEqual([])
  expect(writers.filter(({ isNoted }) => isNoted).length).toBeGreaterThan(10)
})

test('every exemption is still needed', () => {
  const silent = writers.filter(({ isNoted }) => !isNoted).map(({ name }) => name)

  expect(Object.keys(EXEMPT).filter((name) => !silent.includes(name))).toEqual([])
})
