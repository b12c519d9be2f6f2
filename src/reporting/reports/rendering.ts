// pure

/**
 * The version of the rules that the bytes of a report depend on besides its records and terms. The manifest of a report
 * has it. Raise it whenever the same records would give other bytes, and keep the earlier rules: a report is verified
 * by those it was made with.
 */
export const RENDERING_VERSION = 1
