import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, inject, test } from 'vitest'
import { exitOf } from '../../src/platform/processes/child-process.ts'
import { freePort } from '../../src/platform/processes/free-port.ts'
import { aDetailedInvoice } from '../support/apps/payment-service.ts'
import { SEARCH_PATH, temporaryDataFolder } from '../support/processes/service-process.ts'
import { temporaryDiskFolder } from '../support/stores/temporary-folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const names = ({ dependencies, optionalDependencies }: Record<string, object>) =>
  Object.keys({ ...dependencies, ...optionalDependencies })
type Packed = readonly { readonly files: readonly { readonly path: string }[] }[]

const listed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
  cwd: root,
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'ignore'],
  maxBuffer: 16_000_000,
})
/** A former bundle may be there as well. It is removed before the package is packed. */
const packedFiles = ((JSON.parse(listed) as Packed)[0]?.files ?? [])
  .map(({ path }) => path)
  .filter((path) => !path.startsWith('dist/') || path.startsWith(`dist/${basename(inject('bundle'))}/`))

/** The files that a checkout needs to run a command. */
const CHECKOUT = [
  ...packedFiles.filter((path) => /^(bin|dist|src|package\.json)/.test(path)),
  ...['package-lock.json', 'scripts/bundle.ts', 'scripts/prepare.mjs'],
]

/** Copies files of this package, beside a folder node_modules with no other packages than those it depends on. */
function copyFiles(place: string, files: readonly string[]): string {
  const parent = temporaryDiskFolder()
  const [folder, modules] = [join(parent, place), join(parent, 'node_modules')]
  for (const path of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(root, path), join(folder, path))
  }
  for (const name of names(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), join(modules, name))
  }
  return folder
}

const run = (...args: readonly string[]): string => execFileSync(process.execPath, args, { encoding: 'utf8' })

test('without development dependencies the preparation succeeds and says that bundle and portal are missing', () => {
  const folder = copyFiles('checkout', CHECKOUT)

  const said = run(join(folder, 'scripts', 'prepare.mjs'))

  expect(said.split('\n')).toEqual([
    expect.stringMatching(/^quittance: no bundle was made, .* the service runs from its sources .*\.$/),
    'quittance: the portal was not built; to get it, run `npm install --include=dev`.',
    '',
  ])
})

test('a bundle is not used after a change of the sources', () => {
  const folder = copyFiles('checkout', CHECKOUT)
  const launcher = join(folder, 'bin', 'quittance.mjs')

  const before = run(launcher, '--version')
  writeFileSync(join(folder, 'src', 'main', 'version.ts'), `export const version = 'changed'\n`)
  const after = run(launcher, '--version')

  expect([before, after]).toEqual([`${JSON.parse(readFileSync(`${root}package.json`, 'utf8')).version}\n`, 'changed\n'])
})

test('the packed package serves below node_modules, without development dependencies', async () => {
  const folder = copyFiles('node_modules/quittance', packedFiles)
  const dataDir = temporaryDataFolder()
  const url = `http://127.0.0.1:${await freePort()}`
  const launcher = spawn(process.execPath, [join(folder, 'bin', 'quittance.mjs'), 'serve'], {
    env: {
      PATH: SEARCH_PATH,
      QUITTANCE_DATA_DIR: dataDir,
      QUITTANCE_PORT: new URL(url).port,
      QUITTANCE_LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(launcher.stdout, 'data')
  const { merchant } = JSON.parse(readFileSync(join(dataDir, 'sandbox-credentials.json'), 'utf8'))
  const ask = (path: string, type?: string, body?: string) =>
    fetch(`${url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${merchant.bearer.key}`,
        ...(type === undefined ? {} : { 'content-type': type }),
      },
      ...(body === undefined ? {} : { body }),
    })

  const created = await ask('/invoicing/v2/invoices', 'application/json', JSON.stringify(aDetailedInvoice()))
  const { id, invoiceInformation } = (await created.json()) as {
    id: string
    invoiceInformation: { paymentLink: string }
  }
  // The thread that draws, with the package's fonts; the page with its styles; the portal; a thread that reads lines.
  const pdf = await ask(`/invoicing/v2/invoices/${id}/pdf`)
  const page = await ask(new URL(invoiceInformation.paymentLink).pathname)
  const [style = ''] = /\/pay\/[^"]+\.css/.exec(await page.text()) ?? []
  const portal = await (await ask('/')).text()
  const [script = ''] = /\/portal\/assets\/main-[^"]+\.js/.exec(portal) ?? []
  const upload = await ask('/ingest/v1/records/transaction', 'application/x-ndjson', '{"recordId":"incomplete"}\n')

  expect((await pdf.bytes()).slice(0, 4)).toEqual(new TextEncoder().encode('%PDF'))
  expect(await (await ask(style)).text()).toContain('color')
  expect((await ask(script)).headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(await upload.json()).toMatchObject({ accepted: 0, rejectedCount: 1 })
  launcher.kill('SIGTERM')
  expect(await exitOf(launcher)).toEqual({ code: 0, signal: null })
})
