import type { Language } from '../../../src/kernel/language.ts'
import type { words as administration } from './administration/en-US.ts'
import type { words as audit } from './audit/en-US.ts'
import type { words as charts } from './charts/en-US.ts'
import type { words as columns } from './columns/en-US.ts'
import type { words as detail } from './detail/en-US.ts'
import type { words as developers } from './developers/en-US.ts'
import type { words as editor } from './editor/en-US.ts'
import type { words as entry } from './entry/en-US.ts'
import type { words as home } from './home/en-US.ts'
import type { words as imports } from './imports/en-US.ts'
import type { words as invoices } from './invoices/en-US.ts'
import type { words as jobs } from './jobs/en-US.ts'
import type { words as people } from './people/en-US.ts'
import type { words as preview } from './preview/en-US.ts'
import type { words as reports } from './reports/en-US.ts'
import type { words as requests } from './requests/en-US.ts'
import type { words as review } from './review/en-US.ts'
import type { words as sandbox } from './sandbox/en-US.ts'
import type { words as session } from './session/en-US.ts'
import type { words as settings } from './settings/en-US.ts'
import type { words as shell } from './shell/en-US.ts'
import type { words as steps } from './steps/en-US.ts'
import type { words as transactions } from './transactions/en-US.ts'
import type { words as webhooks } from './webhooks/en-US.ts'

/** All texts of the portal, by area. An area is a folder with one file for each language, typed by the English one. */
export type Words = {
  readonly administration: typeof administration
  readonly audit: typeof audit
  readonly charts: typeof charts
  readonly columns: typeof columns
  readonly detail: typeof detail
  readonly developers: typeof developers
  readonly editor: typeof editor
  readonly entry: typeof entry
  readonly home: typeof home
  readonly imports: typeof imports
  readonly invoices: typeof invoices
  readonly jobs: typeof jobs
  readonly people: typeof people
  readonly preview: typeof preview
  readonly reports: typeof reports
  readonly requests: typeof requests
  readonly review: typeof review
  readonly sandbox: typeof sandbox
  readonly session: typeof session
  readonly settings: typeof settings
  readonly shell: typeof shell
  readonly steps: typeof steps
  readonly transactions: typeof transactions
  readonly webhooks: typeof webhooks
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
