import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

/** The browser of the tests; undefined where there is none. */
export async function openBrowser(): Promise<Browser | undefined> {
  try {
    // The one that `npm run browser` finds for the tests.
    const said = execFileSync(process.execPath, ['test/support/browser/print-browser.ts'], { encoding: 'utf8' })
    const executablePath = said.trim().replace(/^The browser tests use (.*)\.$/, '$1')
    const args = ['--headless', '--no-sandbox', '--disable-gpu']
    return await chromium.launch({ executablePath, args })
  } catch (error) {
    process.stderr.write(`Pages of the portal are not measured: ${error instanceof Error ? error.message : error}\n`)
    return undefined
  }
}

export type Cookie = { readonly name: string; readonly value: string }

/** The session of the person that every sandbox begins with. */
export async function signIn({ url, folder }: Readonly<Record<'url' | 'folder', string>>): Promise<Cookie> {
  const { portal } = JSON.parse(readFileSync(join(folder, 'sandbox-credentials.json'), 'utf8'))
  const response = await fetch(`${url}/organizations/v1/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify(portal),
  })
  const session = response.headers.getSetCookie().find((line) => line.startsWith('quittance='))
  if (session === undefined) throw new Error(`The sign-in answered ${response.status}: ${await response.text()}`)
  const [name = '', value = ''] = session.split(';', 1).join('').split('=')
  return { name, value }
}
