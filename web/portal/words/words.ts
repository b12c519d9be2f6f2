import type { Language } from '../../../src/kernel/language.ts'
import type { words as detail } from './detail/en-US.ts'
import type { words as editor } from './editor/en-US.ts'
import type { words as entry } from './entry/en-US.ts'
import type { words as home } from './home/en-US.ts'
import type { words as imports } from './imports/en-US.ts'
import type { words as invoices } from './invoices/en-US.ts'
import type { words as jobs } from './jobs/en-US.ts'
import type { words as people } from './people/en-US.ts'
import type { words as preview } from './preview/en-US.ts'
import type { words as reports } from './reports/en-US.ts'
import type { words as session } from './session/en-US.ts'
import type { words as settings } from './settings/en-US.ts'
import type { words as shell } from './shell/en-US.ts'

/** All texts of the portal, by area. An area is a folder with one file for each language, typed by the English one. */
export type Words = {
  readonly detail: typeof detail
  readonly editor: typeof editor
  readonly entry: typeof entry
  readonly home: typeof home
  readonly imports: typeof imports
  readonly invoices: typeof invoices
  readonly jobs: typeof jobs
  readonly people: typeof people
  readonly preview: typeof preview
  readonly reports: typeof reports
  readonly session: typeof session
  readonly settings: typeof settings
  readonly shell: typeof shell
}

/** One chunk for each language: see vite.config.ts. */
const FILES = import.meta.glob<{ readonly words: object }>('./*/??-*.ts')
const PATH = /^\.\/([^/]+)\/([^/]+)\.ts$/

export async function loadWords(language: Language): Promise<Words> {
  const areas = Object.entries(FILES).flatMap(([path, load]) => {
    const [, area, spoken] = PATH.exec(path) ?? []
    return spoken === language ? [load().then(({ words }) => [area, words] as const)] : []
  })
  return Object.fromEntries(await Promise.all(areas)) as Words
}
