// pure

/** JSON with its members on lines of their own; another text, or one that was cut, stays as it is. */
export function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
