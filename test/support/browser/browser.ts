import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, inject, test } from 'vitest'
import { isBrowserRequired } from '../run/test-run.ts'
import type {} from './browser-global-setup.ts'

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const found = inject('browser')

const areSkipped = 'problem' in found && !isBrowserRequired

/** A test that is skipped where there is no browser. The global setup prints how many were. */
export const browserTest = test.skipIf(areSkipped)

/** The real Chromium of a test file, from before its first test until after its last; none where they are skipped. */
export function fileBrowser(environment: Readonly<Record<string, string>> = {}): () => Browser {
  let browser: Browser | undefined
  beforeAll(async () => {
    if (!areSkipped) browser = await launchBrowser(environment)
  })
  afterAll(async () => {
    await browser?.close()
  })
  return () => {
    if (browser === undefined) throw new Error('Only a browserTest has a browser, and only while it runs.')
    return browser
  }
}

async function launchBrowser(environment: Readonly<Record<string, string>>): Promise<Browser> {
  if ('problem' in found) throw new Error(found.problem)
  return chromium.launch({
    executablePath: found.executable,
    args: FLAGS,
    // biome-ignore lint/style/noProcessEnv: the browser runs in our environment, with its additions.
    env: { ...process.env, ...found.environment, ...environment },
  })
}
