// pure

/**
 * What the bytes of a report depend on besides its records and terms. A report is verified by the rules that it was made
 * with.
 */
export type RenderingRules = {
  /** The leading characters that make a spreadsheet evaluate a cell as a formula. */
  readonly formulaStarts: readonly string[]
  /** How many cells a group of rows of a Parquet file has at most; undefined where its number of rows is the usual one. */
  readonly groupCellsMax: number | undefined
  /** Whether large reports are written in slices, which the groups of a Parquet file follow. */
  readonly hasSlices: boolean
}

/** Signs that start a formula also in their full-width form. */
const SIGNS = ['=', '+', '-', '@']
const ALL_STARTS = [...SIGNS, '\t', '\r', '\n', '＝', '＋', '－', '＠']

/** By version. A new one is added whenever the same records would give other bytes. */
const RULES: Readonly<Record<RenderingVersion, RenderingRules>> = {
  1: { formulaStarts: [...SIGNS, '\t', '\r'], groupCellsMax: undefined, hasSlices: false },
  2: { formulaStarts: ALL_STARTS, groupCellsMax: undefined, hasSlices: false },
  3: { formulaStarts: ALL_STARTS, groupCellsMax: 5_000_000, hasSlices: true },
}

export type RenderingVersion = 1 | 2 | 3
/** The version of new reports. */
export const RENDERING_VERSION: RenderingVersion = 3

export function renderingRules(version: RenderingVersion = RENDERING_VERSION): RenderingRules {
  return RULES[version]
}
