export type ErrorBean = {
  readonly submitTimeUtc: string
  readonly code: string
  readonly reason: string
  readonly message: string
  readonly localizationKey?: string
  readonly detail: string
  readonly correlationId: string
  readonly details: readonly { readonly field: string; readonly reason: string }[]
  readonly fields: readonly { readonly path: string; readonly message: string }[]
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

/** Elements in the order of their names, one `details` and one `fields` for each offending field. */
export function errorBeanXml(bean: ErrorBean): string {
  return `${DECLARATION}\n<errorBean>${elements(bean)}</errorBean>`
}

type Value = string | readonly Readonly<Record<string, string>>[] | undefined

function elements(values: Readonly<Record<string, Value>>): string {
  const names = Object.keys(values).sort()
  return names.map((name) => elementsNamed(name, values[name])).join('')
}

function elementsNamed(name: string, value: Value): string {
  if (value === undefined) return ''
  if (typeof value === 'string') return `<${name}>${escaped(value)}</${name}>`
  return value.map((entry) => `<${name}>${elements(entry)}</${name}>`).join('')
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  // Unescaped, a reader would take it for a line end.
  '\r': '&#13;',
}

/** What XML cannot hold in any spelling gives way to the sign for an unknown character. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>\r]/g, (sign) => ENTITIES[sign] ?? sign)
}
