import { xmlText } from '../../kernel/markup/xml-text.ts'

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

/** Writes elements in alphabetical order, with one `details` and one `fields` for each invalid field. */
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
  if (typeof value === 'string') return `<${name}>${xmlText(value)}</${name}>`
  return value.map((entry) => `<${name}>${elements(entry)}</${name}>`).join('')
}
