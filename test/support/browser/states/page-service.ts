import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { env } from 'node:process'
import { promisify } from 'node:util'
import { ensureBundle } from '../../../../scripts/bundle.ts'
import { freePort } from '../../../../src/platform/processes/free-port.ts'
import { waitUntil } from '../../../../src/platform/processes/wait-until.ts'
import { HOSTILE_FIELDS, hostileMerchant } from '../../data/hostile.ts'

const START_MS_MAX = 120_000

// biome-ignore lint/suspicious/noExplicitAny: a response is what the caller expects it to be.
type Json = any

/** A merchant with hostile settings, as a client of the API. */
export type PageMerchant = {
  readonly id: string
  readonly key: string
  readonly call: (method: string, path: string, body?: unknown) => Promise<Json>
}

export type PageService = {
  readonly url: string
  /** The embedded database, with the rights of its owner. */
  readonly databaseUrl: () => string
  /** Runs `quittance` on the same data. */
  readonly command: (...words: readonly string[]) => Promise<string>
  /** Creates a merchant whose payers are authenticated and whose payments may be held for review. */
  readonly addMerchant: (id: string, look: Parameters<typeof hostileMerchant>[0]) => Promise<PageMerchant>
  readonly stop: () => Promise<void>
}

/**
 * Starts the service in a process of its own, with stores of its own in the folder, so that tests and pictures of pages
 * can use it alike.
 */
export async function startPageService(
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<PageService> {
  const program = join(await ensureBundle(), 'quittance.mjs')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const dataFolder = join(folder, `data-${port}`)
  const settings = {
    ...env,
    QUITTANCE_DATA_DIR: dataFolder,
    QUITTANCE_PORT: String(port),
    QUITTANCE_PROCESSOR_TIMEOUT_SECONDS: '1',
    QUITTANCE_RATE_LIMIT: '0',
    QUITTANCE_PAGE_RATE_LIMIT: '0',
    QUITTANCE_TRUSTED_PROXIES: '127.0.0.1',
    ...environment,
  }
  const child = spawn(process.execPath, [program, 'serve'], { env: settings, stdio: 'ignore' })
  await untilReady(child, url)
  const command = async (...words: readonly string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...words], { env: settings })
    return stdout
  }
  return {
    url,
    databaseUrl: () => {
      const { user, password, host, port, database } = JSON.parse(
        readFileSync(join(dataFolder, 'run/postgres.json'), 'utf8'),
      )
      return `postgres://${user}:${password}@${host}:${port}/${database}`
    },
    command,
    addMerchant: async (id, look) => {
      const { name, contact, settings: ofInvoices } = hostileMerchant(look)
      const made = await command('organizations', 'create', id, ...optionsOf(name, contact), '--json')
      const { bearer } = JSON.parse(made) as { readonly bearer: { readonly key: string } }
      const merchant = aMerchant(url, { id, key: bearer.key })
      await merchant.call('PUT', '/invoicing/v2/invoiceSettings', {
        invoiceSettingsInformation: { ...ofInvoices, payerAuthenticationInInvoicing: 'enable' },
      })
      return merchant
    },
    stop: async () => {
      if (child.exitCode !== null) return
      const closed = once(child, 'close')
      child.kill()
      await closed
    },
  }
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  const isReady = async () => {
    if (child.exitCode !== null) return false
    const response = await fetch(`${url}/readyz`).catch(() => undefined)
    return response?.ok === true ? true : undefined
  }
  if ((await waitUntil(isReady, { withinMs: START_MS_MAX, everyMs: 100 })) !== true) {
    child.kill()
    throw new Error('The service whose pages are shown did not start.')
  }
}

function optionsOf(name: string, { address, ...contact }: ReturnType<typeof hostileMerchant>['contact']) {
  const parts = Object.entries({ ...contact, ...address }).flatMap(([part, text]) => [
    `--contact-${part.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    text,
  ])
  return ['--name', name, '--time-zone', 'Europe/Berlin', '--fraud-management', 'on', ...parts]
}

function aMerchant(url: string, { id, key }: { readonly id: string; readonly key: string }): PageMerchant {
  const call = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return JSON.parse(text)
  }
  return { id, key, call }
}

/** Adds the custom fields that payers see; returns their ids. */
export async function addCustomFields({ call }: PageMerchant): Promise<readonly number[]> {
  const path = '/invoicing/v2/invoice/merchantDefinedFields'
  for (const field of HOSTILE_FIELDS) await call('POST', path, field)
  const fields = (await call('GET', path)) as readonly { readonly id: string }[]
  return fields.map(({ id }) => Number(id))
}
