import { pathToFileURL } from 'node:url'
import { inject } from 'vitest'
import { startEntriesOf } from '../../../src/platform/processes/program-files.ts'

// Keepers, engines and threads that tests start, as an installation starts them.
startEntriesOf(pathToFileURL(`${inject('bundle')}/`))
