// pure

/** The outcomes that an icon can say, beside the title of the tab. */
export type TabState = keyof typeof CORNERS

/** The letter and colors of a merchant's icon; colors have # and 3 or 6 hexadecimal digits. */
export type TabIcon = {
  readonly name: string
  readonly ground: string
  readonly text: string
  readonly state?: TabState | undefined
}

type Corner = { readonly color: string; readonly glyph: string }

/**
 * The marks in the corner. An icon has one set of colors for all themes of a browser, so each has at least 3:1 on light
 * and dark strips of tabs, and with its white glyph.
 */
export const CORNERS = {
  paid: { color: '#16a05d', glyph: stroke('M18.6 23.3l3.1 3.1 5.8-6.4') },
  partial: {
    color: '#c27803',
    glyph: '<path d="M23 17a6 6 0 0 0 0 12z" fill="#fff"/>',
  },
  review: { color: '#8b6cf0', glyph: stroke('M23 18v5.3l3.3 2.2') },
  canceled: { color: '#7d8693', glyph: stroke('M19.6 19.6l6.8 6.8M26.4 19.6l-6.8 6.8') },
  expired: { color: '#e5544b', glyph: stroke('M18.4 23h9.2') },
} as const satisfies Readonly<Record<string, Corner>>

function stroke(path: string): string {
  return `<path d="${path}" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/>`
}

const NO_LETTER = '•'
const LETTER = /[\p{L}\p{N}]/u
const FILE = /^icon-([\da-f]{2,6})-((?:[\da-f]{3}){1,2})-((?:[\da-f]{3}){1,2})(?:-([a-z]+))?\.svg$/i
const CODE_MAX = 0x10ffff

/**
 * The file of a tab's icon. Its name says everything about it, so that it is the same for all links of a merchant, needs
 * no query, and can be kept for good. Logos are not used: most are too wide to be read at 16 pixels.
 */
export function tabIconFile({ name, ground, text, state }: TabIcon): string {
  const [first = NO_LETTER] = LETTER.exec(name) ?? []
  const [letter = NO_LETTER] = first.toUpperCase()
  const code = letter.codePointAt(0) ?? 0
  const parts = ['icon', code.toString(16), ground.slice(1), text.slice(1), ...(state === undefined ? [] : [state])]
  return `${parts.join('-')}.svg`
}

/** The drawing of a file; undefined if no tab has it. */
export function drawTabIcon(file: string): string | undefined {
  const [, hexadecimal = '', ground = '', text = '', state] = FILE.exec(file) ?? []
  const code = Number.parseInt(hexadecimal, 16)
  if (Number.isNaN(code) || code > CODE_MAX) return undefined
  const letter = String.fromCodePoint(code)
  if (!LETTER.test(letter) && letter !== NO_LETTER) return undefined
  if (state !== undefined && !isTabState(state)) return undefined
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    (state === undefined ? tile({ ground, text, letter }) : tileWithCorner({ ground, text, letter }, CORNERS[state])) +
    '</svg>'
  )
}

function isTabState(text: string): text is TabState {
  return Object.hasOwn(CORNERS, text)
}

type Tile = { readonly ground: string; readonly text: string; readonly letter: string }

function tile({ ground, text, letter }: Tile): string {
  return (
    `<rect width="32" height="32" rx="7" fill="#${ground}"/>` +
    '<text x="16" y="16" dy=".36em" text-anchor="middle" font-family="system-ui,sans-serif" font-weight="600" ' +
    `font-size="20" fill="#${text}">${letter}</text>`
  )
}

/** The corner is cut out around its mark, so that the mark stands on the strip whatever the merchant's color is. */
function tileWithCorner({ ground, text, letter }: Tile, { color, glyph }: Corner): string {
  return (
    '<mask id="m"><rect width="32" height="32" fill="#fff"/><circle cx="23" cy="23" r="10.6"/></mask>' +
    `<g mask="url(#m)"><rect width="32" height="32" rx="7" fill="#${ground}"/>` +
    '<text x="12" y="12" dy=".36em" text-anchor="middle" font-family="system-ui,sans-serif" font-weight="600" ' +
    `font-size="18" fill="#${text}">${letter}</text></g>` +
    `<circle cx="23" cy="23" r="8.8" fill="${color}"/>${glyph}`
  )
}
