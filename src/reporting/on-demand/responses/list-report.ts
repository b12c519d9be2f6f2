import Type, { type TProperties } from 'typebox'
import { valueOrThrow } from '../../../kernel/reading/reading.ts'
import type { ReportTitle } from '../../generation/report-layout.ts'
import { recordWindow } from '../../reports/terms/time-window.ts'
import { sparse, WINDOW_PARAMETERS, WINDOW_PROPERTIES } from './contract.ts'
import type { OnDemandDeps, OnDemandReport, OnDemandScope } from './on-demand-report.ts'
import type { Item, ReportForm } from './report-form.ts'
import { startUnlessEmpty, windowJson, writeList } from './write-list.ts'

type ListReport = Pick<OnDemandReport, 'name' | 'operationId' | 'summary' | 'description'> & {
  readonly form: ReportForm
  readonly items: (deps: OnDemandDeps, scope: OnDemandScope) => AsyncGenerator<readonly Item[], void>
  /** The JSON properties before the list, if they are not the usual ones. */
  readonly head?: JsonHead
  /** JSON properties that the items have in addition to the columns. */
  readonly more?: { readonly properties: TProperties; readonly valuesOf: (item: Item) => Json }
  /** The title in XML, if it is not the usual one. */
  readonly xmlTitle?: (scope: OnDemandScope) => ReportTitle
}

type Json = Readonly<Record<string, unknown>>
type JsonHead = { readonly properties: TProperties; readonly valuesOf: (scope: OnDemandScope) => Json }

const USUAL_HEAD: JsonHead = { properties: WINDOW_PROPERTIES, valuesOf: windowJson }

/** A report whose only parameter is the window, and whose response is a single list. */
export function listReport(report: ListReport): OnDemandReport & { readonly form: ReportForm } {
  const { form, items: itemsOf, head = USUAL_HEAD, more, xmlTitle, ...named } = report
  const { listName, columns } = form.item
  const properties = columns.map(({ name, isCount }) => [name, isCount ? Type.Integer() : Type.String()] as const)
  return {
    ...named,
    form,
    query: Type.Object(WINDOW_PARAMETERS),
    body: Type.Object({
      organizationId: Type.String(),
      ...head.properties,
      [listName]: Type.Array(sparse({ ...Object.fromEntries(properties), ...more?.properties })),
    }),
    formats: ['json', 'xml', 'csv'],
    read: (query) => ({ window: valueOrThrow(recordWindow(query, '')) }),
    respond: async (deps, { scope, format }) => {
      const items = await startUnlessEmpty(itemsOf(deps, scope))
      const jsonOf = more && ((item: Item) => ({ ...item, ...more.valuesOf(item) }))
      const written = { scope, format, head: head.valuesOf(scope), jsonOf, xmlTitle: xmlTitle?.(scope) }
      return items && writeList(form, { ...written, items })
    },
  }
}
