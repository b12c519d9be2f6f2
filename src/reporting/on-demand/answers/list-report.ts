import Type, { type TProperties } from 'typebox'
import { valueOrThrow } from '../../../kernel/reading/reading.ts'
import { recordWindow } from '../../terms/asked-window.ts'
import type { AskedBy } from './asked-by.ts'
import { sparse, WINDOW_PARAMETERS, WINDOW_PROPERTIES } from './contract.ts'
import { jsonAnswer } from './json-answer.ts'
import type { Asked, OnDemandDeps, OnDemandReport } from './on-demand-report.ts'
import type { Item, ReportForm } from './report-form.ts'
import { aboutJson, unlessEmpty, writtenList } from './written-list.ts'

type ListReport = Pick<OnDemandReport, 'name' | 'operationId' | 'summary' | 'description'> & {
  readonly form: ReportForm
  readonly items: (deps: OnDemandDeps, by: AskedBy) => AsyncGenerator<readonly Item[], void>
  /** What JSON says before the list, where it is not what it usually is. */
  readonly head?: JsonHead
}

type JsonHead = {
  readonly properties: TProperties
  readonly valuesOf: (by: AskedBy) => Readonly<Record<string, unknown>>
}

const USUAL_HEAD: JsonHead = { properties: WINDOW_PROPERTIES, valuesOf: aboutJson }

/** A report that is asked by a window alone and answered with one list. */
export function listReport({ form, items: itemsOf, head = USUAL_HEAD, ...named }: ListReport): OnDemandReport {
  const { listName, columns } = form.item
  const properties = columns.map(({ name, isCount }) => [name, isCount ? Type.Integer() : Type.String()] as const)
  return {
    ...named,
    query: Type.Object(WINDOW_PARAMETERS),
    answered: Type.Object({
      organizationId: Type.String(),
      ...head.properties,
      [listName]: Type.Array(sparse(Object.fromEntries(properties))),
    }),
    formats: ['json', 'xml', 'csv'],
    read: readWindowAlone,
    answer: async (deps, { by, format }) => {
      const items = await unlessEmpty(itemsOf(deps, by))
      if (items === undefined) return undefined
      if (format === 'json') return jsonAnswer(head.valuesOf(by), listName, items)
      return writtenList(form, { by, format, items })
    },
  }
}

export function readWindowAlone(query: unknown): Asked {
  return { window: valueOrThrow(recordWindow(query, '')) }
}
