// pure

/** The purpose of an installation: tests, or real payments. It is stored, and can change from sandbox to live only. */
export const MODES = ['sandbox', 'live'] as const
export type Mode = (typeof MODES)[number]
