/** The Content-Disposition of a file to be saved under a name (RFC 6266). */
export function attachment(fileName: string): string {
  const name = fileName.toWellFormed()
  // A quoted text may hold printable ASCII alone; some clients take a percent sign in it for an escape.
  const plain = name.replace(/[^\u0020-\u007e]|[%/\\"]/gu, '_')
  if (plain === name) return `attachment; filename="${name}"`
  return `attachment; filename="${plain}"; filename*=UTF-8''${escaped(name)}`
}

/** What RFC 8187 leaves as it is, and encodeURIComponent too: letters, digits and a few signs. */
function escaped(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
