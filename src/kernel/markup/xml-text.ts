const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  // Unescaped, a reader would take it for a line end.
  '\r': '&#13;',
}

/** Text between tags; characters that XML cannot represent become U+FFFD. */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>\r]/g, (character) => ENTITIES[character] ?? character)
}
