/** The name of a table or column as an identifier. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
