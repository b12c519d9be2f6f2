import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const DECLARED_IN = [
  'platform/config/config.ts',
  'organizations/config.ts',
  'notifications/config.ts',
  'records/config.ts',
  'reporting/config.ts',
  'invoicing/config.ts',
  'payments/config.ts',
  'backup/config.ts',
]

function read(path: string): string {
  return readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
}

test('docs/settings.md lists the settings that are read, and no others', () => {
  const declared = DECLARED_IN.flatMap((file) =>
    [...read(`src/${file}`).matchAll(/\b([A-Z][A-Z0-9_]+): (?:withDefault|optional)\(/g)].map(([, name]) => name),
  )
  const rows = read('docs/settings.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  const listed = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name),
  )

  expect(declared.length).toBeGreaterThan(20)
  // The variables of AWS are described with the report store.
  expect(declared.filter((name) => !name?.startsWith('AWS_')).sort()).toEqual(listed.sort())
})
