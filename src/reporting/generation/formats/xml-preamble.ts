import { REPORT_ELEMENT } from '../../../catalogue/xml-names.ts'
import { xmlText } from '../../../kernel/markup/xml-text.ts'
import type { ReportTitle } from '../report-layout.ts'

/** Everything before the first record. */
export function xmlPreamble({ title, version, organizationId, from, to }: ReportTitle, dtd: string): string {
  const attributes = {
    Name: title,
    Version: version,
    xmlns: dtd,
    MerchantID: organizationId,
    ReportStartDate: from,
    ReportEndDate: to,
  }
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<!DOCTYPE ${REPORT_ELEMENT} SYSTEM "${xmlAttribute(dtd)}">`,
    `<${REPORT_ELEMENT}${xmlAttributes(attributes)}>`,
    '',
  ].join('\n')
}

export function dtdAddress(baseUrl: string, dtdCode: string): string {
  return `${baseUrl}/reporting/v3/dtds/${dtdCode}`
}

/** Each attribute is preceded by a space; one without a value is left out. */
export function xmlAttributes(values: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(values)
    .filter(([, text]) => text !== undefined)
    .map(([name, text = '']) => ` ${name}="${xmlAttribute(text)}"`)
    .join('')
}

/** An XML parser would normalize tabs and line feeds in attributes to spaces. */
function xmlAttribute(text: string): string {
  return xmlText(text).replaceAll('"', '&quot;').replaceAll('\t', '&#9;').replaceAll('\n', '&#10;')
}
