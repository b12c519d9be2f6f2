import { REPORT_ELEMENT } from '../../../catalogue/xml-names.ts'
import { xmlText } from '../../../kernel/xml-text.ts'
import { zonedText } from '../../render/report-layout.ts'
import { dtdAddress, xmlAttributes, xmlHead } from '../../render/xml-preamble.ts'
import type { OnDemandScope } from './on-demand-report.ts'
import type { Item, ItemForm, ReportForm } from './report-form.ts'

type Times = { readonly from: string; readonly to: string }

/** Writes the preamble of every XML report, and an element for each item. */
export async function* writeXml(
  form: ReportForm,
  scope: OnDemandScope,
  items: AsyncIterable<readonly Item[]>,
  times: Times = timesOf(scope),
): AsyncGenerator<string, void> {
  yield reportHead(form, scope, times)
  for await (const some of items) yield some.map((item) => xmlItem(form.item, item)).join('')
  yield XML_FOOT
}

export const XML_FOOT = `</${REPORT_ELEMENT}>\n`

export function reportHead(
  { title, version, dtdCode }: Pick<ReportForm, 'title' | 'version' | 'dtdCode'>,
  scope: OnDemandScope,
  times: Times = timesOf(scope),
): string {
  const { organizationId, baseUrl } = scope
  return xmlHead({
    title,
    version,
    dtd: dtdAddress(baseUrl, dtdCode),
    organizationId,
    ...times,
  })
}

function timesOf({ window: { from, to, offset } }: OnDemandScope): Times {
  return { from: zonedText(from, offset), to: zonedText(to, offset) }
}

/** A missing value has neither an element nor an attribute. */
export function xmlItem({ element, columns }: ItemForm, item: Item): string {
  const attributes = columns
    .filter(({ isAttribute }) => isAttribute)
    .map(({ name, xmlName }) => [xmlName, item[name]?.toString()] as const)
  const elements = columns
    .filter(({ name, isAttribute }) => !isAttribute && item[name] !== undefined)
    .map(({ name, xmlName }) => `<${xmlName}>${xmlText(String(item[name]))}</${xmlName}>`)
  return `<${element}${xmlAttributes(Object.fromEntries(attributes))}>${elements.join('')}</${element}>\n`
}
