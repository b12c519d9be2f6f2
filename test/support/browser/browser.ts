import { type Browser, chromium } from 'playwright-core'
import { inject, test } from 'vitest'
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

/** A test that is skipped where there is no browser. The global setup prints how many were. */
export const browserTest = test.skipIf('problem' in found && !isBrowserRequired)

/** A real Chromium; the caller closes it. */
export async function launchBrowser(environment: Readonly<Record<string, string>> = {}): Promise<Browser> {
  if ('problem' in found) throw new Error(found.problem)
  return chromium.launch({
    executablePath: found.executable,
    args: FLAGS,
    // biome-ignore lint/style/noProcessEnv: the browser runs in our environment, with its additions.
    env: { ...process.env, ...found.environment, ...environment },
  })
}
