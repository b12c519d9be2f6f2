import type { words } from './en-US.ts'

export type ReviewWords = typeof words
