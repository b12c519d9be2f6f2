// pure

/** Signs that start a formula also in their full-width form. */
const SIGNS = ['=', '+', '-', '@']

/**
 * By version of the rendering rules, the leading characters that make a spreadsheet evaluate a cell as a formula. A new
 * version is added whenever the same records would give other bytes: a report is verified by the rules that it was made
 * with.
 */
const FORMULA_STARTS: Readonly<Record<RenderingVersion, readonly string[]>> = {
  1: [...SIGNS, '\t', '\r'],
  2: [...SIGNS, '\t', '\r', '\n', '＝', '＋', '－', '＠'],
}

export type RenderingVersion = 1 | 2
/** The version of new reports. */
export const RENDERING_VERSION: RenderingVersion = 2

export function formulaStarts(version: RenderingVersion = RENDERING_VERSION): readonly string[] {
  return FORMULA_STARTS[version]
}
