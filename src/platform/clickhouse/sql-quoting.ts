const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', "'": "\\'", '\0': '\\0' }

/** A string literal that the engine reads back as exactly this text. */
export function quoteText(text: string): string {
  return `'${text.replaceAll(/[\\'\0]/g, (character) => ESCAPES[character] ?? character)}'`
}

export function quoteName(name: string): string {
  return `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``
}
