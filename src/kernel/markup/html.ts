/** Markup that needs no escaping any more. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }
}

/** A value in a template: text is escaped, undefined and false are left out, lists are joined. */
export type HtmlPart = Html | string | number | false | undefined | readonly HtmlPart[]

/** A template of markup. Every value is escaped, so it may come from anyone; attributes must be quoted. */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  let text = strings[0] ?? ''
  for (let index = 0; index < parts.length; index += 1) text += written(parts[index]) + (strings[index + 1] ?? '')
  return new Html(text)
}

function written(part: HtmlPart): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Html) return part.text
  return typeof part === 'object' ? part.map(written).join('') : escaped(String(part))
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const SPECIAL = /[&<>"']/

function escaped(text: string): string {
  // Most texts have nothing to escape.
  return SPECIAL.test(text) ? text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '') : text
}
