import type { TObject } from 'typebox'
import type { Organization } from '../../../organizations/index.ts'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Engine } from '../../../platform/engine/engine.ts'
import type { Database } from '../../../platform/postgres/database.ts'
import type { AskedWindow } from '../../terms/asked-window.ts'
import type { AskedBy } from './asked-by.ts'

export type OnDemandDeps = {
  readonly database: Pick<Database, 'db' | 'transaction'>
  readonly engine: Engine
  readonly clock: Clock
  readonly baseUrl: string
}

export type AnswerFormat = 'json' | 'xml' | 'csv'

/** What every report on demand is asked by. */
export type Asked = { readonly window: AskedWindow; readonly groupName?: string | undefined }

export type Asking<A extends Asked = Asked> = {
  readonly asked: A
  readonly by: AskedBy
  /** For whom: the caller's own organization, or the one that it named. */
  readonly organization: Organization
  /** Whether the caller named the organization. */
  readonly isNamed: boolean
  readonly format: AnswerFormat
}

/** The pieces of an answer; a page of a longer one also says where the next page is. */
type Answered =
  | AsyncIterable<string>
  | { readonly pieces: AsyncIterable<string>; readonly nextHref: string | undefined }

/** A report that is answered at once, piece by piece. */
export type OnDemandReport<A extends Asked = Asked> = {
  /** Behind `/reporting/v3/`. */
  readonly name: string
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly query: TObject
  readonly answered: TObject
  /** JSON is always among them. */
  readonly formats: readonly AnswerFormat[]
  readonly read: (query: unknown) => A
  /** Undefined where there is nothing to be told. */
  readonly answer: (deps: OnDemandDeps, asking: Asking<A>) => Promise<Answered | undefined>
}
