import { REPORT_ELEMENT } from '../../../catalogue/xml-names.ts'
import { xmlText } from '../../../kernel/markup/xml-text.ts'
import { dtdAddress, xmlAttributes, xmlPreamble } from '../../generation/formats/xml-preamble.ts'
import type { ReportTitle } from '../../generation/report-layout.ts'
import { type OnDemandScope, titleOf } from './on-demand-report.ts'
import type { Item, ItemForm, ReportForm } from './report-form.ts'

/** Writes the preamble of every XML report, and an element for each item. */
export async function* writeXml(
  form: ReportForm,
  scope: OnDemandScope,
  items: AsyncIterable<readonly Item[]>,
  title: ReportTitle = titleOf(form, scope),
): AsyncGenerator<string, void> {
  yield xmlPreamble(title, dtdAddress(scope.baseUrl, form.dtdCode))
  for await (const some of items) yield some.map((item) => xmlItem(form.item, item)).join('')
  yield XML_FOOT
}

export const XML_FOOT = `</${REPORT_ELEMENT}>\n`

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
