import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as passed } from 'node:timers/promises'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { contentOf } from '../support/data/backups.ts'
import { quittance, quittanceProcess } from '../support/processes/command.ts'
import { dataFolderOfFile, startService, temporaryDataFolder } from '../support/processes/service-process.ts'
import { startedDataFolder } from '../support/processes/started-folder.ts'
import { eventually } from '../support/run/eventually.ts'
import { fileResources } from '../support/run/file-resources.ts'
import { makeTemporaryFolder, temporaryFolder } from '../support/stores/temporary-folder.ts'

const identity = await generateIdentity()
const recipient = await identityToRecipient(identity)

/** A place with two backups of one installation, which was written to while the first was made. */
type Original = {
  readonly place: string
  readonly clear: string
  readonly identityFile: string
  readonly backups: readonly string[]
  /** Invoices that were acknowledged before the first backup began. */
  readonly acknowledged: readonly string[]
  readonly reportFile: { readonly key: string; readonly content: Buffer }
  readonly secretKey: string
  readonly content: Readonly<Record<string, string>>
}

let original: Original
beforeAll(async () => {
  const root = makeTemporaryFolder()
  fileResources.defer(() => rmSync(root, { recursive: true, force: true }))
  original = await backedUp(root)
})

async function backedUp(root: string): Promise<Original> {
  const folder = await startedDataFolder(dataFolderOfFile())
  const place = join(root, 'place')
  const service = await startService(folder, { QUITTANCE_LOG_LEVEL: 'warn' })
  const environment = { QUITTANCE_DATA_DIR: folder, QUITTANCE_LOG_LEVEL: 'warn' }
  const client = clientOf(service.url, folder)
  await run(['demo', '--profile', 'shop-year', '--transactions', '100'], environment)
  const reportFile = await aReportFile(client, folder)
  const acknowledged: string[] = []
  for (let index = 0; index < 5; index += 1) acknowledged.push(await client.createInvoice())

  const isDone = { value: false }
  const writing = (async () => {
    while (!isDone.value) {
      await client.createInvoice()
      await passed(100)
    }
  })()
  const first = await run(['backup', 'create', place, '--recipient', recipient, '--json'], environment)
  isDone.value = true
  await writing
  const second = await run(['backup', 'create', place, '--recipient', recipient, '--json'], environment)
  const clear = join(root, 'clear')
  await run(['backup', 'create', clear, '--json'], environment)
  const secretKey = readFileSync(join(folder, 'secret.key'), 'utf8')
  const content = await contentOf(service.postgresUrl())
  await service.terminate()
  const identityFile = join(root, 'key.txt')
  writeFileSync(identityFile, `# a comment\n${identity}\n`)
  const backups = [first, second].map(({ out }) => JSON.parse(out).backup.backupId as string)
  return { place, clear, identityFile, backups, acknowledged, reportFile, secretKey, content }
}

async function run(args: readonly string[], environment: Readonly<Record<string, string>>) {
  const result = await quittanceProcess(args, environment)
  if (result.code !== 0) throw new Error(`quittance ${args.join(' ')}: ${result.err}${result.out}`)
  return result
}

function clientOf(url: string, folder: string) {
  const credentials = JSON.parse(readFileSync(join(folder, 'sandbox-credentials.json'), 'utf8'))
  const ask = async (path: string, body?: object, who = 'merchant') => {
    const response = await fetch(`${url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${credentials[who].bearer.key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    // biome-ignore lint/suspicious/noExplicitAny: tests look into responses of any shape.
    return (await response.json()) as any
  }
  return {
    ask,
    createInvoice: async (): Promise<string> => {
      const created = await ask('/invoicing/v2/invoices', {
        customerInformation: { name: 'Tanya Lee', email: 'tanya.lee@example.com' },
        invoiceInformation: {
          description: 'A year of service',
          dueDate: '2027-07-11',
          deliveryMode: 'none',
          sendImmediately: false,
        },
        orderInformation: { amountDetails: { totalAmount: '250.05', currency: 'USD' } },
      })
      if (created.id === undefined) throw new Error(JSON.stringify(created))
      return created.id
    },
  }
}

async function aReportFile({ ask }: ReturnType<typeof clientOf>, folder: string) {
  const day = (days: number) => new Date(Date.now() - days * 864e5).toISOString()
  const { reportId } = await ask(
    '/reporting/v3/reports',
    {
      reportDefinitionName: 'DepositDetailClass',
      reportName: 'Deposits',
      timezone: 'GMT',
      reportMimeType: 'text/csv',
      reportFields: ['Request.MerchantID', 'Deposit.Time', 'Deposit.Amount'],
      reportStartTime: day(30),
      reportEndTime: day(1),
    },
    'partner',
  )
  const isMade = async () =>
    (await ask(`/reporting/v3/reports/${reportId}`, undefined, 'partner')).reportStatus === 'COMPLETED'
  await eventually(isMade, 60_000)
  const key = readdirSync(join(folder, 'reports'), { recursive: true })
    .map(String)
    .find((name) => name.endsWith('.csv'))
  if (key === undefined) throw new Error('The report has no file.')
  return { key, content: readFileSync(join(folder, 'reports', key)) }
}

async function restored(args: readonly string[]) {
  const folder = temporaryDataFolder()
  const result = await quittance(['backup', 'restore', ...args, '--data-dir', folder, '--json'], {
    QUITTANCE_LOG_LEVEL: 'silent',
  })
  return { folder, ...result }
}

/** Opens the restored PostgreSQL by a command that needs it, and reads while that holds it. */
async function postgresOf<T>(folder: string, read: (url: string) => Promise<T>): Promise<T> {
  const service = await startService(folder, { QUITTANCE_ROLE: 'api' })
  try {
    return await read(service.postgresUrl())
  } finally {
    await service.terminate()
  }
}

test('an encrypted backup brings back every table, record, report file and key, at its own moment', async () => {
  const { place, identityFile, backups } = original

  const { folder, code, err } = await restored([place, '--identity', identityFile, '--backup', backups[1] ?? ''])

  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(readFileSync(join(folder, 'secret.key'), 'utf8')).toBe(original.secretKey)
  expect(existsSync(join(folder, 'sandbox-credentials.json'))).toBe(true)
  expect(readFileSync(join(folder, 'reports', original.reportFile.key))).toEqual(original.reportFile.content)
  const environment = { QUITTANCE_DATA_DIR: folder, QUITTANCE_LOG_LEVEL: 'silent' }
  const audit = await quittance(['audit', 'verify', '--json'], environment)
  expect(JSON.parse(audit.out)).toMatchObject({ intact: true })
  const [, reportId = ''] = original.reportFile.key.split('/')
  const verified = await quittance(['reports', 'verify', reportId, '--json'], environment)
  expect(JSON.parse(verified.out)).toMatchObject({ file: 'intact', isReproduced: true })
  const content = await postgresOf(folder, contentOf)
  expect(Object.keys(content).filter((table) => content[table] !== original.content[table])).toEqual([])
})

test('a backup that is made under load has everything that was acknowledged before it began', async () => {
  const { place, identityFile, backups, acknowledged } = original

  const { folder, code } = await restored([place, '--identity', identityFile, '--backup', backups[0] ?? ''])

  expect(code).toBe(0)
  const numbers = await postgresOf(folder, async (url) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query<{ number: string }>('select invoice_number as number from invoices')
    await client.end()
    return rows.map(({ number }) => number)
  })
  expect(numbers).toEqual(expect.arrayContaining([...acknowledged]))
})

test('a backup without recipients leaves out every secret, says so, and needs the key for a restore', async () => {
  const { clear, secretKey } = original
  const keyFile = join(temporaryFolder(), 'secret.key')
  writeFileSync(keyFile, secretKey)

  const verified = await quittance(['backup', 'verify', clear], {})
  const refused = await restored([clear])
  const { folder, code } = await restored([clear, '--secret-key', keyFile])

  expect(verified).toMatchObject({ code: 0, err: expect.stringContaining('It has no secret.key') })
  expect(refused).toMatchObject({ code: 1, out: expect.stringContaining('so it has no secret key') })
  expect(readdirSync(refused.folder)).toEqual([])
  expect(code).toBe(0)
  expect(readFileSync(join(folder, 'secret.key'), 'utf8').trim()).toBe(secretKey.trim())
  expect(existsSync(join(folder, 'sandbox-credentials.json'))).toBe(false)
})

test('a second backup writes what has changed, and both are listed, verified and kept', async () => {
  const { place, identityFile, backups } = original

  const listed = JSON.parse((await quittance(['backup', 'list', place, '--json'], {})).out)
  const verified = await quittance(['backup', 'verify', place, '--identity', identityFile, '--json'], {})
  const unread = await quittance(['backup', 'verify', place], {})
  const pruned = await quittance(['backup', 'prune', place, '--dry-run', '--json'], {})

  expect(listed.backups.map(({ backupId }: { backupId: string }) => backupId)).toEqual([...backups].reverse())
  const [second, first] = listed.backups
  expect(first.objects.newCount).toBe(first.objects.count)
  expect(second.objects.newCount).toBeLessThan(second.objects.count / 2)
  expect(second).toMatchObject({ isComplete: true, hasSecretKey: true })
  expect(JSON.parse(verified.out)).toMatchObject({ isIntact: true, isRead: true, problems: [] })
  expect(unread).toMatchObject({ code: 0, err: expect.stringContaining('--identity') })
  expect(JSON.parse(pruned.out)).toMatchObject({ kept: [backups[1]], removed: [backups[0]] })
})

test('the name of a file or an organization is nowhere in an encrypted place', () => {
  const words = ['sandbox-merchant', 'pg_control', original.reportFile.key.split('/')[1] ?? '']
  for (const word of words) {
    expect(() => execFileSync('grep', ['-rlF', word, original.place], { encoding: 'utf8' }), word).toThrow()
  }
})

describe('damage', () => {
  /** A copy of the place, damaged. */
  function damaged(damage: (place: string) => string): { readonly place: string; readonly key: string } {
    const place = join(temporaryFolder(), 'place')
    execFileSync('cp', ['-a', original.place, place])
    const key = damage(place)
    return { place, key }
  }

  const anObject = (place: string): string => {
    const names = readdirSync(join(place, 'objects'), { recursive: true }).map(String)
    return `objects/${names.filter((name) => name.endsWith('.age')).sort()[3]}`
  }
  const flipABit = (place: string, key: string): string => {
    const content = readFileSync(join(place, key))
    content[content.length >> 1] = (content[content.length >> 1] ?? 0) ^ 1
    writeFileSync(join(place, key), content)
    return key
  }
  const ofBackup = (name: string) => `backups/${original.backups[1]}/${name}`

  test.each([
    [
      'a missing object',
      (place: string) => {
        const key = anObject(place)
        rmSync(join(place, key))
        return key
      },
      'is missing',
    ],
    ['a flipped bit in an object', (place: string) => flipABit(place, anObject(place)), 'is damaged'],
    [
      'a flipped bit in the list of files',
      (place: string) => flipABit(place, ofBackup('files.json.zst.age')),
      'is damaged',
    ],
    [
      'a list of objects that is missing',
      (place: string) => {
        rmSync(join(place, ofBackup('objects.txt.zst')))
        return ofBackup('objects.txt.zst')
      },
      'is missing',
    ],
  ])('%s is found and named by verify', async (_, damage, problem) => {
    const { place, key } = damaged(damage)

    const { code, out } = await quittance(
      ['backup', 'verify', place, '--identity', original.identityFile, '--json'],
      {},
    )

    const { isIntact, problems } = JSON.parse(out)
    expect({ code, isIntact }).toEqual({ code: 1, isIntact: false })
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^${key} ${problem}`))])
  })

  test('a restore from a damaged place ends with the name of the file, and leaves no installation behind', async () => {
    const { place, key } = damaged((copy) => flipABit(copy, anObject(copy)))

    const { folder, code, out } = await restored([place, '--identity', original.identityFile])

    expect(code).toBe(1)
    expect(JSON.parse(out).error).toContain(`${key} is damaged (part of `)
    expect(existsSync(join(folder, 'quittance.json'))).toBe(false)
    const again = await quittance(
      ['backup', 'restore', place, '--identity', original.identityFile, '--data-dir', folder],
      {},
    )
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining('is not empty') })
  })

  test('a manifest that was cut off is listed as damaged, is not restored, and is not pruned', async () => {
    const { place, key } = damaged((copy) => {
      truncateSync(join(copy, ofBackup('manifest.json')), 200)
      return ofBackup('manifest.json')
    })

    const listed = await quittance(['backup', 'list', place], {})
    const refused = await restored([place, '--identity', original.identityFile])
    const pruned = await quittance(['backup', 'prune', place, '--daily', '0', '--weekly', '0', '--monthly', '0'], {})
    const older = await quittance(
      ['backup', 'verify', place, '--backup', original.backups[0] ?? '', '--identity', original.identityFile],
      {},
    )

    expect(listed).toMatchObject({ code: 1, out: expect.stringContaining(`${key} is damaged or incomplete`) })
    expect(JSON.parse(refused.out).error).toContain(`${key} is damaged or incomplete`)
    expect(pruned.code).toBe(0)
    expect(older.code).toBe(0)
  })

  test('the wrong key is refused before anything is written', async () => {
    const keyFile = join(temporaryFolder(), 'other.txt')
    writeFileSync(keyFile, await generateIdentity())

    const { folder, code, out } = await restored([original.place, '--identity', keyFile])

    expect(code).toBe(1)
    expect(JSON.parse(out).error).toContain('is encrypted for another key')
    expect(readdirSync(folder)).toEqual([])
  })
})
