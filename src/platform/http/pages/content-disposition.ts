/** The Content-Disposition header of a file (RFC 6266): whether it is saved or shown, and under which name. */
export function contentDisposition(
  shown: 'attachment' | 'inline',
  fileName: string,
  /** For clients that read only ASCII. Default: the name with underscores. */
  asciiName = fileName,
): string {
  const name = fileName.toWellFormed()
  // A quoted string may contain only printable ASCII; some clients take a percent sign in it for an escape.
  const plain = asciiName.toWellFormed().replace(/[^\u0020-\u007e]|[%/\\"]/gu, '_')
  if (plain === name) return `${shown}; filename="${name}"`
  return `${shown}; filename="${plain}"; filename*=UTF-8''${escaped(name)}`
}

/** RFC 8187 escapes a few characters that encodeURIComponent does not. */
function escaped(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
