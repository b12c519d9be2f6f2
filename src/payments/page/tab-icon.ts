// pure

/** The letter and colors of a merchant's icon; colors have # and 3 or 6 hexadecimal digits. */
export type TabIcon = { readonly name: string; readonly ground: string; readonly text: string }

const NO_LETTER = '•'
const LETTER = /[\p{L}\p{N}]/u
const FILE = /^icon-([\da-f]{2,6})-((?:[\da-f]{3}){1,2})-((?:[\da-f]{3}){1,2})\.svg$/i
const CODE_MAX = 0x10ffff

/**
 * The file of a tab's icon. Its name says everything about it, so that it is the same for all links of a merchant, needs
 * no query, and can be kept for good. Logos are not used: most are too wide to be read at 16 pixels.
 */
export function tabIconFile({ name, ground, text }: TabIcon): string {
  const [first = NO_LETTER] = LETTER.exec(name) ?? []
  const [letter = NO_LETTER] = first.toUpperCase()
  const code = letter.codePointAt(0) ?? 0
  return `icon-${code.toString(16)}-${ground.slice(1)}-${text.slice(1)}.svg`
}

/** The drawing of a file; undefined if no tab has it. */
export function drawTabIcon(file: string): string | undefined {
  const [, hexadecimal = '', ground = '', text = ''] = FILE.exec(file) ?? []
  const code = Number.parseInt(hexadecimal, 16)
  if (Number.isNaN(code) || code > CODE_MAX) return undefined
  const letter = String.fromCodePoint(code)
  if (!LETTER.test(letter) && letter !== NO_LETTER) return undefined
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    `<rect width="32" height="32" rx="7" fill="#${ground}"/>` +
    '<text x="16" y="16" dy=".36em" text-anchor="middle" font-family="system-ui,sans-serif" font-weight="600" ' +
    `font-size="20" fill="#${text}">${letter}</text></svg>`
  )
}
