import { execFile } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { canUnpackChromium, unpackedChromium } from './unpacked-chromium.ts'

export type FoundBrowser = {
  readonly executable: string
  /** Variables that the browser needs in its environment beside our own. */
  readonly environment: Readonly<Record<string, string>>
}

export type BrowserSearch = {
  /** The program to use, and no other. */
  readonly executable: string | undefined
  /** The folders of programs, as in the variable PATH. */
  readonly path: string
}

/** Those without windows come first: they take half the processor time. */
const NAMES = [
  ...['chromium-headless-shell', 'chrome-headless-shell'],
  ...['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'],
]
const MAC_PROGRAMS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

export const HOW_TO_GET_A_BROWSER =
  'Install Chromium (on Debian: apt-get install chromium-headless-shell), or name one with QUITTANCE_TEST_BROWSER=<file>.'

/** Finds the named browser, else an installed Chromium, else the one in the npm package. */
export async function findBrowser(search: BrowserSearch): Promise<FoundBrowser> {
  if (search.executable !== undefined) {
    if (await runs(search.executable)) return { executable: search.executable, environment: {} }
    throw new Error(`${search.executable}, named by QUITTANCE_TEST_BROWSER, does not run.`)
  }
  const installed = await findInstalled(search.path)
  if (installed !== undefined) return { executable: installed, environment: {} }
  if (canUnpackChromium) return unpackedChromium()
  throw new Error('No Chromium is installed, and the packaged one runs on linux-x64 only.')
}

async function findInstalled(path: string): Promise<string | undefined> {
  const inPath = programsIn(path.split(delimiter).filter((folder) => folder !== ''))
  for (const program of [...inPath, ...programsIn(['/usr/bin']), ...MAC_PROGRAMS]) {
    if (await runs(program)) return program
  }
  return undefined
}

function programsIn(folders: readonly string[]): readonly string[] {
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
}

/** Some distributions install a script that only says where to get the browser. */
async function runs(program: string): Promise<boolean> {
  return promisify(execFile)(program, ['--no-sandbox', '--version'], { timeout: 30_000 }).then(
    () => true,
    () => false,
  )
}
