import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startWholeService } from '../support/apps/whole-service.ts'
import { quittance } from '../support/processes/command.ts'
import { temporaryFolder } from '../support/stores/temporary-folder.ts'
import { createTestDatabase } from '../support/stores/test-database.ts'

const FILE = [
  'Rechnungsnummer;Kunde;E-Mail;Fällig am;Betrag;Währung;Beschreibung',
  'R-1;Ada;ada@example.com;01.04.2027;1.000,50;EUR;Engine',
  'R-2;Bob;bob@example.com;01.04.2027;1.000;EUR;Engine',
  'R-3;"Cy\nD";cy@example.com;01.04.2027;7;EUR;Engine',
  'R-4;Dan;dan@example;01.04.2027;7;EUR;Engine',
].join('\n')

test('a file is checked, imported and imported again on the command line, while the service runs or not', async () => {
  const DATABASE_URL = await createTestDatabase()
  const service = await startWholeService({ DATABASE_URL })
  const environment = { QUITTANCE_DATA_DIR: service.stores.folder.path, DATABASE_URL, QUITTANCE_LOG_LEVEL: 'silent' }
  const file = join(temporaryFolder(), 'march.csv')
  writeFileSync(file, FILE)
  const run = (...args: readonly string[]) =>
    quittance(['invoices', 'import', file, '--organization', 'sandbox-merchant', ...args], environment)

  const dry = await run('--dry-run')
  const json = JSON.parse((await run('--dry-run', '--decimal-mark', 'comma', '--json')).out)
  const first = await run('--decimal-mark', 'comma')
  await service.close()
  const second = await run('--json')
  const partner = await quittance(['invoices', 'import', file, '--organization', 'sandbox-partner'], environment)
  const missing = await quittance(['invoices', 'import', `${file}x`, '--organization', 'sandbox-merchant'], environment)

  expect(dry.code).toBe(1)
  expect(dry.out).toContain('Dry run, nothing was imported: 2 invoices, 0 imported before, 2 with problems.')
  expect(dry.out).toContain('line 3: “Betrag” may have thousands or decimals')
  expect(dry.out).toContain('line 6: “E-Mail” must be a mail address')
  expect(json).toMatchObject({
    invoices: { total: 4, valid: 3, repeated: 0, failed: 1 },
    sums: [{ currency: 'EUR', count: 3, totalAmount: 2007.5 }],
  })
  expect(first.out).toContain('Imported: 3 invoices, 0 imported before, 1 with problems.')
  expect(JSON.parse(second.out)).toMatchObject({
    status: 'COMPLETED',
    invoices: { imported: 0, repeated: 3, failed: 1 },
    failures: [{ line: 6, outcome: 'FAILED', problems: [{ column: 'E-Mail', field: 'customerEmail' }] }],
  })
  expect([partner.code, missing.code]).toEqual([2, 2])
})
