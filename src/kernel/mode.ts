// pure

/** What an installation is for: trying things out, or real payments. It is stored, and goes from the first to the second only. */
export const MODES = ['sandbox', 'live'] as const
export type Mode = (typeof MODES)[number]
