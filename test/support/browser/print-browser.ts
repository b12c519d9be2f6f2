// A program of its own: `npm run browser` says whether the browser tests can run.

import { browserSearch } from '../run/test-run.ts'
import { findBrowser, HOW_TO_GET_A_BROWSER } from './find-browser.ts'

try {
  const { executable } = await findBrowser(browserSearch)
  process.stdout.write(`The browser tests use ${executable}.\n`)
} catch (error) {
  const problem = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${problem} ${HOW_TO_GET_A_BROWSER}\n`)
  process.exitCode = 1
}
