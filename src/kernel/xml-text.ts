const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  // Unescaped, a reader would take it for a line end.
  '\r': '&#13;',
}

/** Text between tags; what XML cannot hold in any spelling gives way to the sign for an unknown character. */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>\r]/g, (sign) => ENTITIES[sign] ?? sign)
}
