import Type, { type TProperties } from 'typebox'
import { valueOrThrow } from '../../../kernel/reading/reading.ts'
import { recordWindow } from '../../terms/time-window.ts'
import { sparse, WINDOW_PARAMETERS, WINDOW_PROPERTIES } from './contract.ts'
import type { OnDemandDeps, OnDemandQuery, OnDemandReport, OnDemandScope } from './on-demand-report.ts'
import type { Item, ReportForm } from './report-form.ts'
import { startUnlessEmpty, windowJson, writeJson, writeList } from './write-list.ts'

type ListReport = Pick<OnDemandReport, 'name' | 'operationId' | 'summary' | 'description'> & {
  readonly form: ReportForm
  readonly items: (deps: OnDemandDeps, scope: OnDemandScope) => AsyncGenerator<readonly Item[], void>
  /** The JSON properties before the list, if they are not the usual ones. */
  readonly head?: JsonHead
}

type JsonHead = {
  readonly properties: TProperties
  readonly valuesOf: (scope: OnDemandScope) => Readonly<Record<string, unknown>>
}

const USUAL_HEAD: JsonHead = { properties: WINDOW_PROPERTIES, valuesOf: windowJson }

/** A report whose only parameter is the window, and whose response is a single list. */
export function listReport({ form, items: itemsOf, head = USUAL_HEAD, ...named }: ListReport): OnDemandReport {
  const { listName, columns } = form.item
  const properties = columns.map(({ name, isCount }) => [name, isCount ? Type.Integer() : Type.String()] as const)
  return {
    ...named,
    query: Type.Object(WINDOW_PARAMETERS),
    body: Type.Object({
      organizationId: Type.String(),
      ...head.properties,
      [listName]: Type.Array(sparse(Object.fromEntries(properties))),
    }),
    formats: ['json', 'xml', 'csv'],
    read: readWindow,
    respond: async (deps, { scope, format }) => {
      const items = await startUnlessEmpty(itemsOf(deps, scope))
      if (items === undefined) return undefined
      if (format === 'json') return writeJson(head.valuesOf(scope), listName, items)
      return writeList(form, { scope, format, items })
    },
  }
}

export function readWindow(query: unknown): OnDemandQuery {
  return { window: valueOrThrow(recordWindow(query, '')) }
}
