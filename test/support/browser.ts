import { type Browser, chromium } from 'playwright-core'
import { inject } from 'vitest'
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

/** A real Chromium; the caller closes it. */
export async function launchBrowser(): Promise<Browser> {
  const found = inject('browser')
  if ('problem' in found) throw new Error(`No browser could be found: ${found.problem}`)
  return chromium.launch({
    executablePath: found.executable,
    args: FLAGS,
    // biome-ignore lint/style/noProcessEnv: the browser runs in our environment, with its additions.
    env: { ...process.env, ...found.environment },
  })
}
